import type { Style } from '../frame.js'
import { clusters } from './clusters.js'
import { joined, type Piece } from './joined.js'
import { safeLine } from './safe-text.js'
import { clusterWidth } from './width.js'

/** A stretch of text with its looks that no line break of the source divides. */
export type Row = ReadonlyArray<Piece>

/** What a reader takes for one character, with its look and its columns. */
export type Cell = { readonly text: string; readonly style: Style; readonly columns: number }

/**
 * The cells of a row, made safe; what is wider than a line is `?`. Text of one look is joined before
 * it is made safe, so that what is measured is what is drawn.
 */
export const cellsOf = (row: Row, width: number): ReadonlyArray<Cell> =>
  joined(row).flatMap(({ text, style }) =>
    clusters(safeLine(text)).map((cluster) => {
      const columns = clusterWidth(cluster)
      return columns > width ? { text: '?', style, columns: 1 } : { text: cluster, style, columns }
    }),
  )

const allAscii = /^[\x20-\x7e]*$/

/**
 * As `cellsOf`, but words of prose that is broken between words alone are whole, which are a fifth of
 * the cells to go through.
 */
export const proseCells = (row: Row, width: number): ReadonlyArray<Cell> => {
  const all = row.map(({ text }) => text).join('')
  const isPlain = allAscii.test(all) && all.split(' ').every(({ length }) => length <= width)
  if (!isPlain) return cellsOf(row, width)
  return row.flatMap(({ text, style }) =>
    (text.match(/[^ ]+| /g) ?? []).map((word) => ({ text: word, style, columns: word.length })),
  )
}
