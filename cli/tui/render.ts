import { clusters } from './clusters.js'
import { type Frame, type Line, lineWidth, type Span, type Style } from './frame.js'
import { clusterWidth } from './width.js'

/**
 * The bytes that turn the screen showing `before` into one showing `after`: only changed lines, in
 * one synchronized update, the caret at its place at the end. Without `before`, or after a change of
 * size, the whole screen is drawn. An unchanged frame gives the empty text.
 */
export const render = (before: Frame | undefined, after: Frame, color: boolean): string => {
  const whole =
    before === undefined || before.width !== after.width || before.height !== after.height
  const changed = after.lines
    .map((spans, row) => ({ text: lineText(spans, after.width, color), row }))
    .filter(
      ({ text, row }) => whole || text !== lineText(before.lines[row] ?? [], after.width, color),
    )
    .map(({ text, row }) => `\x1b[${row + 1};1H${text}`)
    .join('')
  if (!whole && changed === '' && sameCursor(before, after)) return ''
  const { row, column } = after.cursor
  const cleared = whole ? '\x1b[0m\x1b[2J' : ''
  return `\x1b[?2026h\x1b[?25l${cleared}${changed}\x1b[${row + 1};${column + 1}H\x1b[?25h\x1b[?2026l`
}

const sameCursor = (before: Frame, after: Frame): boolean =>
  before.cursor.row === after.cursor.row && before.cursor.column === after.cursor.column

const drawn = new WeakMap<Line, string>()
const drawnPlain = new WeakMap<Line, string>()

const lineText = (spans: Line, width: number, color: boolean): string => {
  const memo = color ? drawn : drawnPlain
  const text = memo.get(spans) ?? spansText(spans, color)
  memo.set(spans, text)
  // Erasing at the last column would take its character away.
  return lineWidth(spans) < width ? `${text}\x1b[0m\x1b[K` : `${text}\x1b[0m`
}

const spansText = (spans: Line, color: boolean): string => {
  let column = 0
  let text = ''
  for (const one of spans) {
    text += `\x1b[0${sgr(one.style, color)}m${placed(one, column)}`
    column += lineWidth([one])
  }
  return text
}

// Terminals disagree about the width of joined clusters and of newer emoji: after each of them the
// column is said outright, so that the rest of the line stands where it should.
const placed = ({ text }: Span, start: number): string => {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  let column = start
  let out = ''
  for (const cluster of clusters(text)) {
    column += clusterWidth(cluster)
    out += isDisputed(cluster) ? `${cluster}\x1b[${column + 1}G` : cluster
  }
  return out
}

const isDisputed = (cluster: string): boolean => {
  const code = cluster.codePointAt(0) ?? 0
  return code >= 0x1f000 || cluster.length > 1
}

const sgr = (style: Style, color: boolean): string => (color ? colors : attributes)[style]

const colors: Readonly<Record<Style, string>> = {
  plain: '',
  dim: ';90',
  bold: ';1',
  user: ';1;36',
  accent: ';35',
  ok: ';32',
  warning: ';33',
  error: ';31',
  inverse: ';7',
}

const attributes: Readonly<Record<Style, string>> = {
  plain: '',
  dim: ';2',
  bold: ';1',
  user: ';1',
  accent: ';4',
  ok: '',
  warning: ';1',
  error: ';1',
  inverse: ';7',
}
