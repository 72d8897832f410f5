import { type Line, type Span, span, type Style } from '../frame.js'
import { clusters } from '../text/clusters.js'
import { safeLine } from '../text/safe-text.js'
import { clusterWidth } from '../text/width.js'
import { mayBreakBetween } from './may-break-between.js'

/** A stretch of text with its looks that no line break of the source divides. */
export type Row = ReadonlyArray<{ readonly text: string; readonly style: Style }>

/**
 * The row as lines of at most `width` columns: broken between words, and between Japanese
 * characters where a line may end and the next begin. Only spaces at a break are lost.
 */
export const wrapRow = (row: Row, width: number): ReadonlyArray<Line> => {
  const lines: Line[] = []
  let current: Cell[] = []
  let columns = 0
  const endLine = () => {
    lines.push(lineOf(withoutSpacesAtEnd(current)))
    current = []
    columns = 0
  }
  for (const word of words(cellsOf(row, width, wordPieces))) {
    const needed = columnsOf(withoutSpacesAtEnd(word))
    if (columns > 0 && columns + needed > width && needed <= width) endLine()
    for (const cell of word) {
      const isLost = cell.text === ' ' && columns >= width
      if (columns + cell.columns > width && !isLost) endLine()
      if (isLost) continue
      current.push(cell)
      columns += cell.columns
    }
  }
  return [...lines, lineOf(withoutSpacesAtEnd(current))]
}

/** The row as lines of at most `width` columns, full but for the last, nothing lost: for code. */
export const cutRow = (row: Row, width: number): ReadonlyArray<Line> => {
  const lines: Line[] = []
  let current: Cell[] = []
  let columns = 0
  for (const cell of cellsOf(row, width, clusters)) {
    if (columns + cell.columns > width) {
      lines.push(lineOf(current))
      current = []
      columns = 0
    }
    current.push(cell)
    columns += cell.columns
  }
  return [...lines, lineOf(current)]
}

type Cell = { readonly text: string; readonly style: Style; readonly columns: number }

// Text of one look is joined and made safe first, so that what is measured is what is drawn.
const cellsOf = (row: Row, width: number, split: Split): ReadonlyArray<Cell> =>
  joined(row).flatMap(({ text, style }) =>
    split(safeLine(text), width).map((piece) => {
      const columns = clusterWidth(piece)
      return columns > width ? { text: '?', style, columns: 1 } : { text: piece, style, columns }
    }),
  )

type Split = (text: string, width: number) => ReadonlyArray<string>

const allAscii = /^[\x20-\x7e]*$/

/** As clusters, but letters that no line break divides in one: a fifth of the pieces to go through. */
const wordPieces: Split = (text, width) => {
  if (!allAscii.test(text)) return clusters(text)
  const pieces = text.match(/[0-9A-Za-z]+|[^0-9A-Za-z]/g) ?? []
  return pieces.some(({ length }) => length > width) ? clusters(text) : pieces
}

const joined = (row: Row): Row => {
  const parts: Array<Row[number]> = []
  for (const part of row) {
    const last = parts.at(-1)
    if (last?.style === part.style)
      parts[parts.length - 1] = { ...part, text: last.text + part.text }
    else parts.push(part)
  }
  return parts
}

/** Runs of cells that stay on one line when they can, each with the spaces behind it. */
const words = (cells: ReadonlyArray<Cell>): ReadonlyArray<ReadonlyArray<Cell>> => {
  const all: Cell[][] = []
  for (const [index, cell] of cells.entries()) {
    const before = cells[index - 1]
    if (before === undefined || mayBreakBetween(before.text, cell.text)) all.push([cell])
    else all.at(-1)?.push(cell)
  }
  return all
}

const columnsOf = (cells: ReadonlyArray<Cell>): number =>
  cells.reduce((sum, { columns }) => sum + columns, 0)

const withoutSpacesAtEnd = (cells: ReadonlyArray<Cell>): ReadonlyArray<Cell> =>
  cells.slice(0, cells.findLastIndex(({ text }) => text !== ' ') + 1)

const lineOf = (cells: ReadonlyArray<Cell>): Line => {
  const spans: Span[] = []
  let first = 0
  for (const [index, { style }] of cells.entries()) {
    if (cells[index + 1]?.style === style) continue
    const text = cells.slice(first, index + 1).map((cell) => cell.text)
    spans.push(span(text.join(''), style))
    first = index + 1
  }
  return spans
}
