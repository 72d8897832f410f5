import type { Token } from 'markdown-it'
import { type Line, line, lineWidth, type Style, span } from '../frame.js'
import type { Row } from '../text/cells.js'
import { wrapRow } from '../text/wrap-row.js'
import { columnWidths } from './column-widths.js'
import { inlineRows } from './inline-rows.js'
import type { MarkdownNode } from './parse-markdown.js'
import { behind, type Place } from './place.js'

type Cell = { readonly rows: ReadonlyArray<Row>; readonly align: string }
type TableRow = ReadonlyArray<Cell>

/**
 * A table in a box, its columns shrunk and its cells wrapped to the width. Where the columns would
 * get too narrow to read, each row is a list of its cells under the names of the head.
 */
export const tableLines = (table: MarkdownNode, place: Place): ReadonlyArray<Line> => {
  const [head = [], ...body] = table.children
    .flatMap(({ type, children }) => children.map((row) => ({ row, isHead: type === 'thead' })))
    .map(({ row, isHead }) => tableRow(row, isHead ? 'bold' : place.base))
  const widths = columnWidths(naturalWidths([head, ...body]), place.width)
  return widths === undefined ? recordLines(head, body, place) : boxLines(head, body, widths)
}

const tableRow = ({ children }: MarkdownNode, base: Style): TableRow =>
  children.map(({ token, children: [inline] }) => ({
    rows: cellRows(inline?.token?.children ?? [], base),
    align: /text-align:(\w+)/.exec(String(token?.attrGet('style') ?? ''))?.[1] ?? 'left',
  }))

// A cell has no other way to hold several lines.
const cellRows = (tokens: ReadonlyArray<Token>, base: Style): ReadonlyArray<Row> =>
  inlineRows(tokens, base).flatMap(brokenRow)

const brokenRow = (row: Row): ReadonlyArray<Row> => {
  const rows: Array<Array<Row[number]>> = [[]]
  for (const { text, style } of row) {
    const parts = style === 'code' ? [text] : text.split(/<br *\/?>/i)
    for (const [index, part] of parts.entries()) {
      if (index > 0) rows.push([])
      rows.at(-1)?.push({ text: part, style })
    }
  }
  return rows
}

const wideEnough = 1000

const naturalWidths = (rows: ReadonlyArray<TableRow>): ReadonlyArray<number> => {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      const needed = cellLines(cell, wideEnough).map(lineWidth)
      widths[column] = Math.max(1, widths[column] ?? 1, ...needed)
    }
  }
  return widths
}

const cellLines = ({ rows }: Cell, width: number): ReadonlyArray<Line> =>
  rows.flatMap((row) => wrapRow(row, width))

const boxLines = (
  head: TableRow,
  body: ReadonlyArray<TableRow>,
  widths: ReadonlyArray<number>,
): ReadonlyArray<Line> => {
  const drawn = body.map((row) => rowLines(row, widths))
  // Rows of one line each need nothing between them.
  const between = drawn.some(({ length }) => length > 1) ? [border('├┼┤', widths)] : []
  return [
    border('┌┬┐', widths),
    ...rowLines(head, widths),
    ...(drawn.length === 0 ? [] : [border('├┼┤', widths)]),
    ...drawn.flatMap((lines, index) => (index === 0 ? lines : [...between, ...lines])),
    border('└┴┘', widths),
  ]
}

const border = ([left, middle, right]: string, widths: ReadonlyArray<number>): Line =>
  line(`${left}${widths.map((width) => '─'.repeat(width + 2)).join(middle)}${right}`, 'dim')

const rowLines = (row: TableRow, widths: ReadonlyArray<number>): ReadonlyArray<Line> => {
  const cells = widths.map((width, column) => {
    const cell = row[column] ?? { rows: [], align: 'left' }
    return cellLines(cell, width).map((one) => padded(one, width, cell.align))
  })
  const height = Math.max(1, ...cells.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) => [
    ...cells.flatMap((lines, column) => [
      span(column === 0 ? '│ ' : ' │ ', 'dim'),
      ...(lines[at] ?? [span(' '.repeat(widths[column] ?? 0))]),
    ]),
    span(' │', 'dim'),
  ])
}

const padded = (one: Line, width: number, align: string): Line => {
  const room = width - lineWidth(one)
  const left = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0
  const pad = (columns: number) => (columns > 0 ? [span(' '.repeat(columns))] : [])
  return [...pad(left), ...one, ...pad(room - left)]
}

const recordLines = (
  head: TableRow,
  body: ReadonlyArray<TableRow>,
  place: Place,
): ReadonlyArray<Line> =>
  (body.length === 0 ? [head] : body).flatMap((row, index) => [
    ...(index === 0 ? [] : [line('─'.repeat(Math.min(place.width, 8)), 'dim')]),
    ...row.flatMap((cell, column) =>
      fieldLines(body.length === 0 ? undefined : head[column], cell, place),
    ),
  ])

const hanging = { first: span(''), rest: span('  '), columns: 2 }

const fieldLines = (name: Cell | undefined, cell: Cell, place: Place): ReadonlyArray<Line> => {
  const named = name?.rows[0] ?? []
  const [first = [], ...others] = cell.rows
  const colon = named.length === 0 ? [] : [{ text: ': ', style: 'bold' as const }]
  const rows = [[...named, ...colon, ...first], ...others]
  return behind(hanging, ({ width }) => rows.flatMap((row) => wrapRow(row, width)), place)
}
