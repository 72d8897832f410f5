import type { Asked } from './dialog.js'
import { type Editor, emptyEditor, insertText } from './editor.js'
import { editorAction, type EditorAction } from './edit-action.js'
import { editorRows, caretPlace } from './editor-layout.js'
import { emptyLine, fitLine, type Frame, type Line, line, span } from './frame.js'
import { actionOf } from './keymap.js'
import { led } from './led.js'
import type { Message } from './message.js'
import { initialState } from './state.js'

/** Says in one sentence what is wrong with a name; undefined when it is good. */
export type NameFault = (name: string) => string | undefined

export type NameDialog = {
  readonly size: { readonly width: number; readonly height: number }
  /** What is asked, for example which session the Pod will carry on. */
  readonly title: string
  readonly editor: Editor
  readonly faultOf: NameFault
  readonly fault: string | undefined
}

export type NameStep = Asked<NameDialog, string>

/** The dialog with the default name in its field; typing goes on behind it. */
export const nameDialog = (
  options: Pick<NameDialog, 'size' | 'title' | 'faultOf'> & { readonly name: string },
): NameDialog => ({
  size: options.size,
  title: options.title,
  faultOf: options.faultOf,
  fault: undefined,
  editor: insertText(oneLine(options.name), emptyEditor),
})

/** Enter takes a good name, a bad one is said; Esc and Ctrl-C cancel. */
export const updateNameDialog = (state: NameDialog, message: Message): NameStep => {
  switch (message.type) {
    case 'Key':
      return keyed(message.name, state)
    case 'Text':
    case 'Paste':
      return open({
        ...state,
        fault: undefined,
        editor: insertText(oneLine(message.text), state.editor),
      })
    case 'Resize':
      return open({ ...state, size: { width: message.width, height: message.height } })
    case 'Connected':
    case 'Disconnected':
    case 'Notified':
    case 'Tick':
      return open(state)
  }
}

/** The screen of the dialog, the caret in the field. */
export const viewNameDialog = (state: NameDialog): Frame => {
  const { width, height } = state.size
  const look = { width }
  const columns = Math.max(1, width - 2)
  const caret = caretPlace(columns, state.editor)
  const row = editorRows(columns, state.editor)[caret.row]
  const above = led('', state.title, { look, style: 'bold' })
  const below: ReadonlyArray<Line> = [
    ...(state.fault === undefined ? [] : led('', state.fault, { look, style: 'error' })),
    emptyLine,
    line('Enter to start · Esc to leave', 'dim'),
  ]
  const head = [...above, emptyLine].slice(0, Math.max(0, height - 1))
  const field = [span('> ', 'user'), span(row?.text ?? '')]
  const lines = [...head, field, ...below].slice(0, height)
  const filled = [...lines, ...Array.from({ length: height - lines.length }, () => emptyLine)]
  return {
    width,
    height,
    lines: filled.map((spans) => fitLine(spans, width)),
    scrollHeight: 0,
    cursor: { row: head.length, column: Math.min(width - 1, caret.column + 2) },
  }
}

const open = (state: NameDialog): NameStep => ({ type: 'open', state })

const oneLine = (text: string): string => text.replaceAll('\n', ' ')

const keyed = (key: string, state: NameDialog): NameStep => {
  const action = actionOf(key)
  if (action === 'enter') return confirm(state)
  if (action === 'escape' || action === 'interrupt') return { type: 'cancelled' }
  const asked =
    action === 'shutdown_or_delete' ? 'delete' : fieldActions.find((one) => one === action)
  return asked === undefined
    ? open(state)
    : open({ ...state, fault: undefined, editor: edit(asked, state) })
}

// The keys of the editor that make sense in one line.
const fieldActions: ReadonlyArray<EditorAction> = [
  'left',
  'right',
  'word_left',
  'word_right',
  'line_start',
  'line_end',
  'backspace',
  'delete',
  'kill_line_end',
  'kill_line_start',
  'kill_word',
  'yank',
]

const edit = (action: EditorAction, { editor, size }: NameDialog): Editor =>
  editorAction(action, { ...initialState(size, ''), editor }).editor

const confirm = (state: NameDialog): NameStep => {
  const name = state.editor.atoms
    .filter((atom) => typeof atom === 'string')
    .join('')
    .trim()
    .normalize('NFC')
  const fault = state.faultOf(name)
  return fault === undefined ? { type: 'answered', answer: name } : open({ ...state, fault })
}
