import { dialogFrame } from './dialog-frame.js'
import { emptyLine, type Frame, type Line, span } from './frame.js'
import { keyHints } from './key-hints.js'
import { keyFor } from './keymap.js'
import { led } from './led.js'
import type { Picker, PickerRow } from './picker.js'
import { rowInOneLine, rowInTwoLines } from './picker-line.js'
import { textWidth } from './width.js'

/**
 * The screen of the picker. Each row takes two lines when all of them fit so; else only the selected
 * one does, and as many of its neighbours as fit stand around it. The selected row is always there.
 */
export const viewPicker = (state: Picker): Frame => {
  const { above, rows, below } = arranged(state)
  return dialogFrame(state.size, {
    lines: [...above, ...rows.lines, ...below],
    cursor: { row: above.length + rows.selectedAt, column: 0 },
  })
}

type Lines = ReadonlyArray<Line>

// What there is no room for goes in this order: the fault, the title, the keys.
const arranged = (state: Picker) => {
  const { width, height } = state.size
  const keys = keyHints(hints(state), width).slice(0, height - 1)
  const head = titleLines(state).slice(0, Math.max(0, height - 1 - keys.length))
  const fault = faultLines(state).slice(0, Math.max(0, height - 3 - keys.length - head.length))
  const left = height - head.length - keys.length - fault.length
  const isRoomy = 2 * state.shown.length + 1 <= left
  return {
    above: isRoomy ? [...head, emptyLine] : head,
    rows: isRoomy ? allRows(state) : rowsAround(state, left),
    below: [...fault, ...keys],
  }
}

const hints = ({ keymap }: Picker): ReadonlyArray<string> => [
  `${keyFor('up', keymap)}/${keyFor('down', keymap)}`,
  `${keyFor('enter', keymap)} to pick`,
  `${keyFor('escape', keymap)} to leave`,
]

const titleLines = ({ title, selected, shown }: Picker): Lines => [
  [
    span(title, 'bold'),
    span(`  ${shown.length === 0 ? 0 : selected + 1} of ${shown.length}`, 'dim'),
  ],
]

const faultLines = ({ fault, size: { width } }: Picker): Lines =>
  fault === undefined ? [] : led('', fault, { look: { width }, style: 'error' })

/** Lines of rows, and at which of them the selected row begins. */
type Rows = { readonly lines: Lines; readonly selectedAt: number }

const allRows = (state: Picker): Rows => ({
  lines: state.shown.flatMap((_, at) => rowInTwoLines(placed(state, at))),
  selectedAt: 2 * state.selected,
})

const rowsAround = (state: Picker, room: number): Rows => {
  const { selected, shown } = state
  const isOpen = room > 1
  const count = Math.max(1, Math.min(shown.length, isOpen ? room - 1 : room))
  const first = Math.max(0, Math.min(selected - Math.floor(count / 2), shown.length - count))
  const lines = shown.slice(first, first + count).flatMap((_, offset): Lines => {
    const row = placed(state, first + offset)
    return row.isSelected && isOpen ? rowInTwoLines(row) : rowInOneLine(row)
  })
  return { lines, selectedAt: selected - first }
}

const nothing: PickerRow = { id: '', name: '', age: '', place: '', detail: '' }

const placed = ({ rows, shown, selected, size }: Picker, at: number) => ({
  row: rows[shown[at] ?? -1] ?? nothing,
  isSelected: at === selected,
  width: size.width,
  ageColumns: Math.max(0, ...shown.map((index) => textWidth(rows[index]?.age ?? ''))),
})
