import { fitLine, type Line, lineWidth, type Span, type Style, span } from '../frame.js'
import { safeLine } from '../text/safe-text.js'
import { spansBy } from '../text/spans-by.js'
import { takeColumns, takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'
import type { Menu, MenuRow } from './menu.js'

const rowsMax = 8

/**
 * The list in at most so many rows and eight, with the selected row among them; what there is to say
 * stands in a line of its own below, when there is room for one. While it is open it gets no shorter.
 */
export const menuLines = (
  menu: Menu | undefined,
  { width, rows }: { readonly width: number; readonly rows: number },
): ReadonlyArray<Line> => {
  if (menu === undefined) return []
  const room = Math.max(0, Math.min(rowsMax, rows))
  const note = noteLine(menu, room)
  const count = Math.max(0, Math.min(menu.rows.length, room - note.length))
  const first = Math.max(0, Math.min((menu.selected ?? 0) - count + 1, menu.rows.length - count))
  const shown = menu.rows.slice(first, first + count)
  const columns = Math.max(0, ...shown.map(({ label }) => textWidth(safeLine(label))))
  const lines = [
    ...shown.map((row, at) => rowLine(row, { width, columns, isOn: first + at === menu.selected })),
    ...note,
  ]
  // A list that gets shorter leaves its last lines empty, so that its rows stay where they are.
  const kept = Array.from({ length: Math.min(room, menu.linesKept) }, (_, at) => lines[at] ?? [])
  return (lines.length > kept.length ? lines : kept).map((spans) => fitLine(spans, width))
}

// A low screen shows rows rather than how many there are.
const noteLine = ({ rows, note }: Menu, room: number): ReadonlyArray<Line> => {
  const more = rows.length > room && room >= countedFrom ? `${rows.length} rows` : ''
  const said = [more, note].filter((part) => part !== '').join(' · ')
  return said === '' || room < 1 || (rows.length > 0 && room < notedFrom)
    ? []
    : [[span('  '), span(said, 'dim')]]
}

const countedFrom = 5
const notedFrom = 3

type RowLook = { readonly width: number; readonly columns: number; readonly isOn: boolean }

// The end of a path tells most: a label that is too long loses its beginning.
const rowLine = (row: MenuRow, { width, columns, isOn }: RowLook): Line => {
  const lead = width < 8 ? [] : [span(isOn ? '> ' : '  ', 'accent')]
  const label = safeLine(row.label)
  const room = width - lineWidth(lead)
  if (textWidth(label) > room)
    return [...lead, span(`…${takeLastColumns(label, room - 1)}`, isOn ? 'inverse' : 'plain')]
  const words = [...lead, ...labelSpans(row, isOn)]
  const gap = ' '.repeat(Math.max(0, columns - textWidth(label)) + 2)
  return row.detail === '' ? words : [...words, span(gap), detailSpan(row.detail, room - columns)]
}

const detailSpan = (detail: string, columns: number): Span => {
  const safe = safeLine(detail)
  const room = columns - 2
  if (textWidth(safe) <= room) return span(safe, 'dim')
  return span(room < 1 ? '' : `${takeColumns(safe, room - 1)}…`, 'dim')
}

// Places of a label that has to be made safe would not be places of what is shown.
const labelSpans = ({ label, met }: MenuRow, isOn: boolean): Line => {
  const plain: Style = isOn ? 'inverse' : 'plain'
  if (isOn || met.length === 0 || safeLine(label) !== label) return [span(label, plain)]
  const places = new Set(met)
  return spansBy(label, (at) => (places.has(at) ? 'accent' : plain))
}
