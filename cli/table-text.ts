import stringWidth from 'string-width'
import { safeLine } from '../adapters/node/safe-line.js'

/** Columns of text under their heads, in cells of the terminal; each cell is made safe. */
export const tableText = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string => {
  const safe = [heads, ...rows].map((row) => row.map(safeLine))
  const widths = heads.map((_, column) =>
    safe.reduce((most, row) => Math.max(most, stringWidth(row[column] ?? '')), 0),
  )
  return safe.map((row) => `${paddedRow(row, widths)}\n`).join('')
}

const paddedRow = (row: ReadonlyArray<string>, widths: ReadonlyArray<number>): string =>
  row
    .map((cell, column) => padded(cell, widths[column] ?? 0))
    .join('  ')
    .trimEnd()

/** The text, filled up with blanks to a width in cells. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)))
