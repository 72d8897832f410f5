import type { Cell } from './cells.js'
import { mayBreakBetween, staysTogether } from './may-break-between.js'

/** How a row of cells is broken. */
export type Breaking = {
  readonly width: number
  /** Spaces at the end of a line take no room: they are not drawn. */
  readonly spacesHang: boolean
  /** The most columns that move to the next line, so that the break is at a good place. */
  readonly movedMax: number
  /** A word that is too long is broken behind such a mark where one is in the line's second half. */
  readonly mark?: RegExp
}

type Cells = ReadonlyArray<Pick<Cell, 'text' | 'columns'>>

/**
 * Where each line begins, in cells, when none is wider than `width` and no cell is. What a line
 * holds never changes when more cells come behind those that are too many for it.
 */
export const lineStarts = (cells: Cells, breaking: Breaking): ReadonlyArray<number> => {
  const { width, spacesHang } = breaking
  const starts = [0]
  let used = 0
  for (const [index, { text, columns }] of cells.entries()) {
    used += columns
    if (spacesHang && text === ' ') continue
    while (used > width) {
      const start = starts.at(-1) ?? 0
      const next = breakIn({ start, end: index }, cells, breaking)
      // A cell that alone is too wide stands in a line of its own.
      if (next <= start) break
      starts.push(next)
      used = columnsOf(next, index + 1, cells)
    }
  }
  return starts
}

/** A line, and the cell that has no room in it any more. */
type Full = { readonly start: number; readonly end: number }

const breakIn = (full: Full, cells: Cells, breaking: Breaking): number => {
  const { width, movedMax, mark } = breaking
  const good = lastPlace({ ...full, movedMax, isPlace: mayBreakBetween }, cells)
  if (good !== undefined) return good
  const half = Math.floor(width / 2)
  const last = (isPlace: IsPlace) => lastPlace({ ...full, movedMax: half, isPlace }, cells)
  const isCut: IsPlace = (before, after) => !staysTogether(before, after)
  const isMarked: IsPlace = (before, after) =>
    mark?.test(before) === true && after !== ' ' && !mark.test(after) && isCut(before, after)
  return (mark === undefined ? undefined : last(isMarked)) ?? last(isCut) ?? full.end
}

type IsPlace = (before: string, after: string) => boolean

type Wanted = Full & { readonly movedMax: number; readonly isPlace: IsPlace }

// What stays must say something: a break behind the indentation would leave an empty line.
const lastPlace = ({ start, end, movedMax, isPlace }: Wanted, cells: Cells): number | undefined => {
  let moved = 0
  for (let at = end; at > start; at -= 1) {
    if (isPlace(textAt(at - 1, cells), textAt(at, cells)))
      return isBlank(start, at, cells) ? undefined : at
    moved += cells[at - 1]?.columns ?? 0
    if (moved > movedMax) return undefined
  }
  return undefined
}

const isBlank = (start: number, end: number, cells: Cells): boolean => {
  for (let at = start; at < end; at += 1) if (textAt(at, cells) !== ' ') return false
  return true
}

const textAt = (at: number, cells: Cells): string => cells[at]?.text ?? ''

const columnsOf = (start: number, end: number, cells: Cells): number => {
  let columns = 0
  for (let at = start; at < end; at += 1) columns += cells[at]?.columns ?? 0
  return columns
}
