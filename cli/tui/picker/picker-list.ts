import { emptyLine, type Frame, type Line, line } from '../frame.js'
import { led } from '../text/led.js'
import { textWidth } from '../text/width.js'
import { withFinds } from './picker-finds.js'
import { type PlacedRow, rowInOneLine, rowInTwoLines } from './picker-line.js'
import type { PickerRow } from './picker-row.js'
import { pickerTitle } from './picker-title.js'
import type { Picker } from './picker.js'

type Lines = ReadonlyArray<Line>
type Size = { readonly width: number; readonly height: number }

/** The lines of the list with its title, and where the caret stands. */
export type PickerList = { readonly lines: Lines; readonly cursor: Frame['cursor'] }

/**
 * The title, the rows and what is wrong with the last choice, in so much room. What there is no room
 * for goes in this order: what is wrong, the title.
 */
export const pickerList = (state: Picker, size: Size): PickerList => {
  const { width, height } = size
  const title = pickerTitle(state, width)
  const head = height > 1 ? [title.line] : []
  const fault = faultLines(state, width).slice(0, Math.max(0, height - 3 - head.length))
  const left = height - head.length - fault.length
  const isRoomy = 2 * state.shown.length + 1 <= left
  const above = isRoomy ? [...head, emptyLine] : head
  const row = rowAt(state, width)
  const rows = isRoomy ? allRows(state, row) : rowsAround(state, left, row)
  const onRow = { row: above.length + rows.selectedAt, column: 0 }
  return {
    lines: [...above, ...rows.lines.map((one) => withFinds(state.filter, one)), ...fault],
    cursor: head.length === 0 ? onRow : (title.caret ?? onRow),
  }
}

const faultLines = ({ fault }: Picker, width: number): Lines =>
  fault === undefined ? [] : led('', fault, { look: { width }, style: 'error' })

/** Lines of rows, and at which of them the selected row begins. */
type Rows = { readonly lines: Lines; readonly selectedAt: number }

const nothingFound = ({ filter, reading }: Picker): Lines => {
  if (filter === '') return []
  return [line(reading === 'more' ? '  Searching…' : '  Nothing matches.', 'dim')]
}

type RowAt = (at: number) => PlacedRow

const allRows = (state: Picker, row: RowAt): Rows => ({
  lines:
    state.shown.length === 0
      ? nothingFound(state)
      : state.shown.flatMap((_, at) => rowInTwoLines(row(at))),
  selectedAt: 2 * state.selected,
})

const rowsAround = (state: Picker, room: number, row: RowAt): Rows => {
  const { selected, shown } = state
  if (shown.length === 0) return { lines: nothingFound(state), selectedAt: 0 }
  const isOpen = room > 1
  const count = Math.max(1, Math.min(shown.length, isOpen ? room - 1 : room))
  const first = Math.max(0, Math.min(selected - Math.floor(count / 2), shown.length - count))
  const lines = shown.slice(first, first + count).flatMap((_, offset): Lines => {
    const placed = row(first + offset)
    return placed.isSelected && isOpen ? rowInTwoLines(placed) : rowInOneLine(placed)
  })
  return { lines, selectedAt: selected - first }
}

const nothing: PickerRow = { id: '', name: '', age: '', place: '', detail: '' }

// Names and ages stand in columns of one width, however far the list is moved.
const rowAt = ({ rows, shown, selected }: Picker, width: number): RowAt => {
  const all = shown.map((index) => rows[index] ?? nothing)
  const widest = (of: (row: PickerRow) => string) =>
    all.reduce((most, row) => Math.max(most, textWidth(of(row))), 0)
  const nameColumns = Math.min(
    nameColumnsMax,
    widest(({ name }) => name),
  )
  const ageColumns = widest(({ age }) => age)
  return (at) => ({
    row: all[at] ?? nothing,
    isSelected: at === selected,
    width,
    nameColumns,
    ageColumns,
  })
}

const nameColumnsMax = 24
