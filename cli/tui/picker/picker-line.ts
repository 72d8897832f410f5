import { type Line, lineWidth, type Span, span } from '../frame.js'
import { safeLine } from '../text/safe-text.js'
import { takeColumns, takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'
import type { PickerRow } from './picker-row.js'

/** A row, and what its look depends on besides. */
export type PlacedRow = {
  readonly row: PickerRow
  readonly isSelected: boolean
  /** Columns of the screen. */
  readonly width: number
  /** Columns of the longest name and age, so that what follows them stands in one column. */
  readonly nameColumns: number
  readonly ageColumns: number
}

/**
 * The row with what it is in one line and its last words, or what blocks it, in the next; what goes
 * on with it stands there too when the first line has no room for it.
 */
export const rowInTwoLines = (placed: PlacedRow): ReadonlyArray<Line> => {
  const start = facts(placed)
  if (lineWidth(start) > placed.width && placed.row.mark !== undefined) return markBelow(placed)
  const place = shortPlace(placed, placed.width - lineWidth(start))
  const detailed = [span('    '), detail(placed, placed.width - 4)]
  return [place === '' ? start : [...start, span(place, look(placed))], detailed]
}

const markBelow = (placed: PlacedRow): ReadonlyArray<Line> => {
  const { mark: below = '', ...row } = placed.row
  const mark = span(`    ${below}  `, 'ok')
  const words = detail(placed, placed.width - lineWidth([mark]))
  return [facts({ ...placed, row }), [mark, words]]
}

// Where there is less room than this, the end of a path tells nothing any more.
const placeColumnsMin = 6
// Of a wide screen a fifth.
const placeColumnsInOneLine = 24

/** The row in one line; its folder only where the last words keep most of the room. */
export const rowInOneLine = (placed: PlacedRow): ReadonlyArray<Line> => {
  const start = facts(placed)
  const room = placed.width - lineWidth(start)
  const most = Math.max(placeColumnsInOneLine, Math.floor(placed.width / 5))
  const place = shortPlace(placed, Math.min(most, Math.floor(room / 3)))
  const words = detail(placed, room - textWidth(place) - 2)
  return [[...start, ...(place === '' ? [] : [span(place, look(placed))]), span('  '), words]]
}

const facts = (placed: PlacedRow): ReadonlyArray<Span> => {
  const { row, isSelected } = placed
  const name = padded(row.name, placed.nameColumns)
  const age = padded(row.age, placed.ageColumns)
  const mark = row.mark === undefined ? [] : [span(`  ${row.mark}`, isSelected ? 'inverse' : 'ok')]
  return [span(isSelected ? '> ' : '  ', 'accent'), span(`${name}  ${age}`, look(placed)), ...mark]
}

const padded = (text: string, columns: number): string =>
  `${text}${' '.repeat(Math.max(0, columns - textWidth(text)))}`

const look = ({ row, isSelected }: PlacedRow) => {
  if (isSelected) return 'inverse'
  return row.blocked === undefined ? 'plain' : 'dim'
}

const shortPlace = ({ row }: PlacedRow, columns: number): string => {
  const room = columns - 2
  const place = safeLine(row.place)
  if (textWidth(place) <= room) return `  ${place}`
  return room < placeColumnsMin ? '' : `  …${takeLastColumns(place, room - 1)}`
}

const detail = ({ row }: PlacedRow, columns: number): Span => {
  const words = safeLine(row.blocked ?? row.detail)
  const style = row.blocked === undefined ? 'dim' : 'warning'
  if (textWidth(words) <= columns) return span(words, style)
  return span(columns < 1 ? '' : `${takeColumns(words, columns - 1)}…`, style)
}
