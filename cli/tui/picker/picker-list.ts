import { emptyLine, type Frame, type Line, line } from '../frame.js'
import { keyFor } from '../keys/keymap.js'
import { led } from '../text/led.js'
import { safeLine } from '../text/safe-text.js'
import { textWidth } from '../text/width.js'
import type { Picker } from './picker.js'
import { withFinds } from './picker-finds.js'
import { linesBelow, type PlacedRow, rowInOneLine, rowInTwoLines } from './picker-line.js'
import { lookingOf } from './picker-looking.js'
import type { PickerRow } from './picker-row.js'
import { shownDetail } from './picker-search.js'
import { pickerTitle } from './picker-title.js'

type Lines = ReadonlyArray<Line>

/** The room of the list; where the preview is not seen, the list says what blocks a row, whole. */
export type ListRoom = {
  readonly width: number
  readonly height: number
  readonly hasPreview: boolean
}

/** The lines of the list with its title, and where the caret stands. */
export type PickerList = { readonly lines: Lines; readonly cursor: Frame['cursor'] }

/**
 * The title, the rows and what is wrong with the last choice, in so much room. What there is no room
 * for goes in this order: what is wrong, the title.
 */
export const pickerList = (state: Picker, room: ListRoom): PickerList => {
  const { width, height } = room
  const title = pickerTitle(state, width)
  const head = height > 1 ? [title.line] : []
  const fault = faultLines(state, width).slice(0, Math.max(0, height - 3 - head.length))
  const left = height - head.length - fault.length
  const rows = rowsIn(state, room, left)
  const above = rows.lines.length < left && left > 2 ? [...head, emptyLine] : head
  const onRow = { row: above.length + rows.selectedAt, column: 0 }
  return {
    lines: [...above, ...rows.lines, ...fault],
    cursor: head.length === 0 ? onRow : (title.caret ?? onRow),
  }
}

const faultLines = ({ fault }: Picker, width: number): Lines =>
  fault === undefined ? [] : led('', fault, { look: { width }, style: 'error' })

/** Lines of rows, and at which of them the selected row begins. */
type Rows = { readonly lines: Lines; readonly selectedAt: number }

const blockedLinesMax = 8

const rowsIn = (state: Picker, room: ListRoom, left: number): Rows => {
  if (state.shown.length === 0) return { lines: nothingFound(state, room), selectedAt: 0 }
  const row = rowAt(state, room.width)
  const selected = row(state.selected)
  const isWrapped = selected.row.blocked !== undefined && !room.hasPreview
  const most = Math.max(1, Math.min(blockedLinesMax, left - 1))
  const open = isWrapped ? Math.min(most, linesBelow(selected)) : 1
  const rows =
    2 * state.shown.length + open - 1 <= left
      ? allRows(state, row, open)
      : rowsAround(state, { left, open }, row)
  return { ...rows, lines: rows.lines.map((one) => withFinds(state.filter, one)) }
}

const nothingFound = (state: Picker, { width }: ListRoom): Lines => {
  if (state.filter === '') return []
  const looking = lookingOf(state)
  if (looking === 'more') return [line('  Searching…', 'dim')]
  const where = looking === 'part' ? ' in the newest' : ''
  const escape = keyFor('escape', state.keymap)
  const clear = escape === '' ? '' : ` ${escape} clears the search.`
  return led('  ', `Nothing found${where}.${clear}`, { look: { width }, style: 'dim' })
}

type RowAt = (at: number) => PlacedRow

const allRows = (state: Picker, row: RowAt, open: number): Rows => ({
  lines: state.shown.flatMap((_, at) => rowInTwoLines(row(at), at === state.selected ? open : 1)),
  selectedAt: 2 * state.selected,
})

type Around = { readonly left: number; readonly open: number }

const rowsAround = (state: Picker, { left, open }: Around, row: RowAt): Rows => {
  const { selected, shown } = state
  const isOpen = left > 1
  const count = Math.max(1, Math.min(shown.length, isOpen ? left - open : left))
  const first = Math.max(0, Math.min(selected - Math.floor(count / 2), shown.length - count))
  const lines = shown.slice(first, first + count).flatMap((_, offset): Lines => {
    const placed = row(first + offset)
    return placed.isSelected && isOpen ? rowInTwoLines(placed, open) : rowInOneLine(placed)
  })
  return { lines, selectedAt: selected - first }
}

const nothing: PickerRow = { id: '', name: '', age: '', place: '', detail: '' }

// Each piece stands in columns of one width, however far the list is moved.
const rowAt = (state: Picker, width: number): RowAt => {
  const { rows, shown, selected, filter } = state
  const all = shown.map((index) => rows[index] ?? nothing)
  const widest = (of: (row: PickerRow) => string) =>
    all.reduce((most, row) => Math.max(most, textWidth(safeLine(of(row)))), 0)
  const columns = {
    name: Math.min(
      nameColumnsMax,
      widest(({ name }) => name),
    ),
    age: widest(({ age }) => age),
    place: widest(({ place }) => place),
  }
  return (at) => ({
    row: shownDetail(state, all[at] ?? nothing),
    isSelected: at === selected,
    filter,
    width,
    columns,
  })
}

const nameColumnsMax = 24
