import { fitLine, type Line, lineWidth, type Span, span } from '../frame.js'
import { safeLine } from '../text/safe-text.js'
import { takeColumns, takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'
import { wrapText } from '../text/wrap.js'
import { fromFind } from './picker-finds.js'
import type { PickerRow } from './picker-row.js'

/** A row, and what its look depends on besides. */
export type PlacedRow = {
  readonly row: PickerRow
  readonly isSelected: boolean
  /** What is searched for: where the last words have no room, those around a find are shown. */
  readonly filter: string
  /** Columns of the screen. */
  readonly width: number
  readonly columns: RowColumns
}

/** The widest of each piece, so that what follows it stands in one column. */
export type RowColumns = {
  readonly name: number
  readonly age: number
  readonly place: number
}

/**
 * The row with what it is in one line, and its last words, or what blocks it, in the next; in up to
 * `linesMax` lines below where they are longer. What goes on with it stands there too when the first
 * line has no room for it.
 */
export const rowInTwoLines = (placed: PlacedRow, linesMax = 1): ReadonlyArray<Line> => {
  const start = facts(placed)
  const room = placed.width - lineWidth(start)
  const marked = markSpans(placed)
  const beside = room - lineWidth(marked)
  return beside < placeColumnsMin + 2 && marked.length > 0
    ? [[...start, ...placeSpans(placed, room)], ...below(placed, marked, 1)]
    : [[...start, ...placeSpans(placed, beside), ...marked], ...below(placed, [], linesMax)]
}

/** How many lines the last words of a row, or what blocks it, would take below it. */
export const linesBelow = ({ row, width }: PlacedRow): number =>
  wrapText(safeLine(row.blocked ?? row.detail), Math.max(1, width - indent.length)).length

const indent = '    '

const below = (
  placed: PlacedRow,
  marked: ReadonlyArray<Span>,
  linesMax: number,
): ReadonlyArray<Line> => {
  const { width } = placed
  if (marked.length > 0) {
    const lead = [span('  '), ...marked, span('  ')]
    return [[...lead, detail(placed, width - lineWidth(lead))]]
  }
  if (linesMax < 2) return [[span(indent), detail(placed, width - indent.length)]]
  const lines = wrapText(wordsOf(placed), Math.max(1, width - indent.length))
  const shown =
    lines.length > linesMax
      ? [...lines.slice(0, linesMax - 1), lines.slice(linesMax - 1).join(' ')]
      : lines
  return shown.map((words) => fitLine([span(indent), span(words, wordsLook(placed))], width))
}

// Where there is less room than this, the end of a path tells nothing any more.
const placeColumnsMin = 6
// Of a wide screen a fifth.
const placeColumnsInOneLine = 24

/** The row in one line; its folder only where the last words keep most of the room. */
export const rowInOneLine = (placed: PlacedRow): ReadonlyArray<Line> => {
  const { width, columns } = placed
  const start = facts(placed)
  const room = width - lineWidth(start)
  const most = Math.max(placeColumnsInOneLine, Math.floor(width / 5))
  const placeRoom = Math.min(most, Math.floor(room / 3), columns.place + 2)
  const isCut = columns.place + 2 > placeRoom
  const place = isCut && placeRoom - 2 < placeColumnsMin ? [] : placeSpans(placed, placeRoom)
  const lead = [...start, ...padded(place, placeRoom), ...markSpans(placed), span('  ')]
  return [[...lead, detail(placed, width - lineWidth(lead))]]
}

const padded = (spans: ReadonlyArray<Span>, columns: number): ReadonlyArray<Span> =>
  spans.length === 0 ? [] : [...spans, span(blanks(columns - lineWidth(spans)))]

const blanks = (columns: number): string => ' '.repeat(Math.max(0, columns))

const facts = (placed: PlacedRow): ReadonlyArray<Span> => {
  const { row, isSelected, columns } = placed
  const [name, age] = [safeLine(row.name), safeLine(row.age)]
  const words = `${name}${blanks(columns.name - textWidth(name))}  ${age}`
  const all = `${words}${blanks(columns.age - textWidth(age))}`
  return [span(isSelected ? '> ' : '  ', 'accent'), span(all, look(placed))]
}

const markSpans = ({ row, isSelected }: PlacedRow): ReadonlyArray<Span> =>
  row.mark === undefined ? [] : [span(`  ${row.mark}`, isSelected ? 'inverse' : 'ok')]

const look = ({ row, isSelected }: PlacedRow) => {
  if (isSelected) return 'inverse'
  return row.blocked === undefined ? 'plain' : 'dim'
}

/** The folder in so many columns, two blanks before it, its end where all of it has no room. */
const placeSpans = (placed: PlacedRow, columns: number): ReadonlyArray<Span> => {
  const room = columns - 2
  const place = safeLine(placed.row.place)
  const wide = textWidth(place)
  if (place === '' || (wide > room && room < placeColumnsMin)) return []
  const shown = wide <= room ? place : `…${takeLastColumns(place, room - 1)}`
  return [span(`  ${shown}`, look(placed))]
}

const wordsOf = ({ row }: PlacedRow): string => safeLine(row.blocked ?? row.detail)

const wordsLook = ({ row }: PlacedRow) => (row.blocked === undefined ? 'dim' : 'warning')

const detail = (placed: PlacedRow, columns: number): Span => {
  const style = wordsLook(placed)
  const words = fromFind(placed.filter, wordsOf(placed), columns)
  if (textWidth(words) <= columns) return span(words, style)
  return span(columns < 1 ? '' : `${takeColumns(words, columns - 1)}…`, style)
}
