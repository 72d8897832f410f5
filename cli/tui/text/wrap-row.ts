import { type Line, span } from '../frame.js'
import { type Cell, cellsOf, proseCells, type Row } from './cells.js'
import { joined } from './joined.js'
import { type Breaking, lineStarts } from './line-starts.js'

/**
 * Prose as lines of at most `width` columns: broken between words, and between Japanese characters
 * where a line may end and the next begin. Only spaces at a break and around the row are lost.
 */
export const wrapRow = (row: Row, width: number): ReadonlyArray<Line> => {
  const breaking = { width, spacesHang: true, movedMax: width, mark: sign }
  const all = proseCells(row, width)
  const words = all.slice(Math.max(0, all.findIndex(isInk)))
  return brokenCells(words, breaking).map((cells) =>
    lineOf(cells.slice(0, cells.findLastIndex(isInk) + 1)),
  )
}

// What ends a part of a path, an address, a name or an expression.
const sign = /^[^\p{L}\p{N}\s"'`]$/u

const isInk = ({ text }: Cell): boolean => text !== ' '

/**
 * Code as lines of at most `width` columns, nothing lost: broken behind a space, else behind a sign,
 * where one is in the second half of the line, else where it is full.
 */
export const wrapCode = (row: Row, width: number): ReadonlyArray<Line> => {
  const columns = Math.max(1, width)
  const movedMax = Math.floor(columns / 2)
  const breaking = { width: columns, spacesHang: false, movedMax, mark: sign }
  return brokenCells(cellsOf(row, columns), breaking).map(lineOf)
}

const brokenCells = (
  cells: ReadonlyArray<Cell>,
  breaking: Breaking,
): ReadonlyArray<ReadonlyArray<Cell>> =>
  lineStarts(cells, breaking).map((start, index, all) => cells.slice(start, all[index + 1]))

const lineOf = (cells: ReadonlyArray<Cell>): Line =>
  joined(cells).map(({ text, style }) => span(text, style))
