import { safeLine } from '../adapters/node/safe-line.js'

/** Columns of text under their heads, in cells of the terminal; each cell is made safe. */
export const tableText = async (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): Promise<string> => {
  const safe = [heads, ...rows].map((row) => row.map(safeLine))
  const columns = heads.map((_, column) => safe.map((row) => row[column] ?? ''))
  // Nothing stands behind the last column, so its width does not matter.
  const padded = await Promise.all(columns.slice(0, -1).map(paddedColumn))
  const last = columns.at(-1) ?? []
  return safe
    .map((_, row) => [...padded.map((cells) => cells[row] ?? ''), last[row] ?? ''])
    .map((cells) => `${cells.join('  ').trimEnd()}\n`)
    .join('')
}

const ascii = /^[\x20-\x7e]*$/

// What measures other texts takes longer to load than a short list takes to make.
const paddedColumn = async (cells: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const isPlain = cells.every((cell) => ascii.test(cell))
  const widthOf = isPlain ? lengthOf : (await import('string-width')).default
  const widths = cells.map((cell) => widthOf(cell))
  const most = widths.reduce((a, b) => Math.max(a, b), 0)
  return cells.map((cell, index) => cell + ' '.repeat(most - (widths[index] ?? most)))
}

const lengthOf = (text: string): number => text.length
