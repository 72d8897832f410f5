import { emptyLine, type Frame, type Line } from '../frame.js'
import type { Theme } from '../theme/theme.js'
import { type Canvas, changeText, lineText } from './line-text.js'

/**
 * The bytes that turn the screen showing `before` into one showing `after`: scrolled where that
 * helps, then only what changed, in one synchronized update, the caret at its place at the end.
 * Without `before`, or after a change of size, all is drawn. An unchanged frame gives ''.
 */
export const render = (before: Frame | undefined, after: Frame, theme: Theme): string => {
  const canvas = { width: after.width, theme }
  const isWhole =
    before === undefined || before.width !== after.width || before.height !== after.height
  const drawn = isWhole ? wholeText(after, canvas) : changesText(before, after, canvas)
  if (!isWhole && drawn === '' && sameCursor(before, after)) return ''
  const { row, column } = after.cursor
  const caret = `\x1b[${row + 1};${column + 1}H`
  return `\x1b[?2026h\x1b[?25l${drawn}${caret}\x1b[?25h\x1b[?2026l`
}

const sameCursor = (before: Frame, after: Frame): boolean =>
  before.cursor.row === after.cursor.row && before.cursor.column === after.cursor.column

const wholeText = (frame: Frame, canvas: Canvas): string => {
  const rows = frame.lines.map((spans, row) => `\x1b[${row + 1};1H${lineText(spans, canvas)}`)
  return `\x1b[0m\x1b[2J${rows.join('')}`
}

const changesText = (before: Frame, after: Frame, canvas: Canvas): string => {
  const height = Math.min(before.scrollHeight, after.scrollHeight)
  const by = bestScroll(before, after, canvas)
  const shown = scrolled(before.lines, by, height)
  const rows = after.lines.map((spans, row) => {
    const held = shown[row] ?? emptyLine
    return isSame(held, spans, canvas) ? '' : changeText(row, [held, spans], canvas)
  })
  // Scrolling a region moves the caret, which is placed anew for every row anyway.
  const scroll = by === 0 ? '' : `\x1b[0m\x1b[1;${height}r\x1b[${by}S\x1b[r`
  return `${scroll}${rows.join('')}`
}

const scrollMax = 12
const worthRows = 3

/** By how many rows the upper part has moved up, when drawing it so saves some rows; else 0. */
const bestScroll = (before: Frame, after: Frame, canvas: Canvas): number => {
  const height = Math.min(before.scrollHeight, after.scrollHeight)
  const cost = (by: number): number => {
    const shown = scrolled(before.lines, by, height)
    return after.lines.filter((spans, row) => !isSame(shown[row] ?? emptyLine, spans, canvas))
      .length
  }
  const standing = cost(0)
  // A typed key changes a row or two; looking for a scroll would take longer than drawing them.
  if (standing < worthRows) return 0
  const moved = Array.from({ length: Math.min(scrollMax, height - 1) }, (_, by) => cost(by + 1))
  const least = Math.min(...moved)
  return standing - least >= worthRows ? moved.indexOf(least) + 1 : 0
}

const scrolled = (lines: ReadonlyArray<Line>, by: number, height: number): ReadonlyArray<Line> =>
  by === 0
    ? lines
    : lines.map((spans, row) => {
        if (row >= height) return spans
        return row + by < height ? (lines[row + by] ?? emptyLine) : emptyLine
      })

const isSame = (a: Line, b: Line, canvas: Canvas): boolean =>
  a === b || lineText(a, canvas) === lineText(b, canvas)
