import { fitLine, type Line, lineWidth, type Span, span } from '../frame.js'
import { fitColumns, fitEnd } from '../text/fit-columns.js'
import { safeLine } from '../text/safe-text.js'
import { textWidth } from '../text/width.js'
import { wrapText } from '../text/wrap.js'
import { aroundFinds, showsFinds } from './picker-finds.js'
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
  const isBelow = beside < placeColumnsMin + 2 && marked.length > 0
  const place = placeSpans(placed, isBelow ? room : beside)
  const words = shownWords(placed, textIn(place))
  return isBelow
    ? [[...start, ...place], belowMark(placed, words)]
    : [[...start, ...place, ...marked], ...below(placed, words, linesMax)]
}

/** How many lines the last words of a row, or what blocks it, would take below it. */
export const linesBelow = ({ row, width }: PlacedRow): number =>
  wrapText(safeLine(row.blocked ?? row.detail), Math.max(1, width - indent.length)).length

const indent = '    '

const below = (placed: PlacedRow, words: string, linesMax: number): ReadonlyArray<Line> => {
  const { width } = placed
  if (linesMax < 2) return [[span(indent), detail(placed, words, width - indent.length)]]
  const lines = wrapText(words, Math.max(1, width - indent.length))
  const shown =
    lines.length > linesMax
      ? [...lines.slice(0, linesMax - 1), lines.slice(linesMax - 1).join(' ')]
      : lines
  return shown.map((one) => fitLine([span(indent), span(one, wordsLook(placed))], width))
}

const findColumns = 12

// While something is searched a long mark leaves room for what was found.
const markRoomOf = ({ filter }: PlacedRow, columns: number): number | undefined =>
  filter === '' ? undefined : Math.max(0, columns)

const belowMark = (placed: PlacedRow, words: string): Line => {
  const { width } = placed
  const room = markRoomOf(placed, width - 2 * indent.length - findColumns)
  const lead = [span('  '), ...markSpans(placed, room), span('  ')]
  return [...lead, detail(placed, words, width - lineWidth(lead))]
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
  const before = [...start, ...padded(place, placeRoom)]
  const markRoom = width - lineWidth(before) - indent.length - findColumns
  const lead = [...before, ...markSpans(placed, markRoomOf(placed, markRoom)), span('  ')]
  const words = shownWords(placed, textIn(place))
  return [[...lead, detail(placed, words, width - lineWidth(lead))]]
}

const textIn = (spans: ReadonlyArray<Span>): string => spans.map(({ text }) => text).join('')

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

const markSpans = (
  { row, isSelected }: PlacedRow,
  columns = Number.POSITIVE_INFINITY,
): ReadonlyArray<Span> =>
  row.mark === undefined
    ? []
    : [
        span(
          `  ${fitColumns(safeLine(row.mark), columns)}`,
          isSelected ? 'inverse' : (row.markStyle ?? 'ok'),
        ),
      ]

const look = ({ row, isSelected }: PlacedRow) => {
  if (isSelected) return 'inverse'
  return row.blocked === undefined ? 'plain' : 'dim'
}

/** The folder in so many columns, two blanks before it; where all has no room its end or a find. */
const placeSpans = (placed: PlacedRow, columns: number): ReadonlyArray<Span> => {
  const room = columns - 2
  const place = safeLine(placed.row.place)
  if (place === '' || (textWidth(place) > room && room < placeColumnsMin)) return []
  const end = fitEnd(place, room)
  const shown = showsFinds(placed.filter, place, end)
    ? end
    : aroundFinds(placed.filter, place, room)
  return [span(`  ${shown}`, look(placed))]
}

/**
 * The last words of the row or what blocks it; before them what a search has found in the row and is
 * not seen in its other pieces.
 */
const shownWords = ({ row, filter }: PlacedRow, place: string): string => {
  const { id, name, mark = '', detail, blocked } = row
  const words = safeLine(blocked ?? detail)
  const hidden = [blocked === undefined ? '' : detail, row.place, id].map(safeLine)
  const before = hidden.reduce<ReadonlyArray<string>>((shown, piece) => {
    const seen = [name, mark, place, words, ...shown].join('\n')
    return showsFinds(filter, piece, seen) ? shown : [...shown, piece]
  }, [])
  if (before.length === 0) return words
  return [...before, blocked === undefined ? words : `[${words}]`].join('  ')
}

const wordsLook = ({ row }: PlacedRow) => (row.blocked === undefined ? 'dim' : 'warning')

const detail = (placed: PlacedRow, words: string, columns: number): Span =>
  span(aroundFinds(placed.filter, words, columns), wordsLook(placed))
