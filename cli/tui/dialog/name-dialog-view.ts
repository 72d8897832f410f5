import { caretPlace, editorRows } from '../editor/editor-layout.js'
import { emptyLine, type Frame, type Line, span } from '../frame.js'
import { keyHints } from '../keys/key-hints.js'
import { keyFor } from '../keys/keymap.js'
import { led } from '../text/led.js'
import { dialogFrame } from './dialog-frame.js'
import type { NameDialog } from './name-dialog.js'

/** The screen of the dialog, the caret in the field. Where all has no room, the field stays. */
export const viewNameDialog = (state: NameDialog): Frame => {
  const { width, height } = state.size
  const keys = keyHints(hints(state), width)
  const fault = led('', state.fault ?? '', { look: { width }, style: 'error' })
  const below = state.fault === undefined ? [emptyLine, ...keys] : [...fault, ...keys]
  const under = below.slice(0, Math.max(0, height - 2))
  const head = headLines(state).slice(0, Math.max(0, height - 1 - under.length))
  const field = fieldAround(state, Math.max(1, height - head.length - under.length))
  return dialogFrame(state.size, {
    lines: [...head, ...field.lines, ...under],
    cursor: { row: head.length + field.caret.row, column: field.caret.column },
  })
}

const hints = ({ keymap }: NameDialog): ReadonlyArray<string> => [
  `${keyFor('enter', keymap)} to start`,
  `${keyFor('escape', keymap)} to leave`,
]

const headLines = ({ title, place, note, size: { width } }: NameDialog): ReadonlyArray<Line> => [
  ...led('', title, { look: { width }, style: 'bold' }),
  ...led('in ', place, { look: { width }, style: 'dim' }).slice(0, 2),
  ...(note === undefined ? [] : led('', note, { look: { width }, style: 'warning' })),
  emptyLine,
]

type Field = { readonly lines: ReadonlyArray<Line>; readonly caret: Frame['cursor'] }

/** The rows of the field around the caret that fit in `room` lines. */
const fieldAround = ({ editor, size: { width } }: NameDialog, room: number): Field => {
  const label = width >= 20 ? 'Name: ' : '> '
  const columns = Math.max(1, width - label.length)
  const rows = editorRows(columns, editor)
  const caret = caretPlace(columns, editor)
  const first = Math.max(0, caret.row - room + 1)
  const lines = rows
    .slice(first, first + room)
    .map((row, at) => [
      span(first + at === 0 ? label : ' '.repeat(label.length), 'user'),
      span(row.text),
    ])
  return { lines, caret: { row: caret.row - first, column: caret.column + label.length } }
}
