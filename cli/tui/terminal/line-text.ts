import { type Line, lineWidth } from '../frame.js'
import { clusters } from '../text/clusters.js'
import { isDisputed } from '../text/is-disputed.js'
import { clustersWidth, clusterWidth } from '../text/width.js'
import type { Theme } from '../theme/theme.js'

/** What a drawing needs to know besides the lines. */
export type Canvas = { readonly width: number; readonly theme: Theme }

/** The bytes that draw a whole line from its first column; equal bytes are an equal look. */
export const lineText = (spans: Line, canvas: Canvas): string => {
  const memo = memoOf(canvas.theme)
  const known = memo.get(spans)
  if (known?.width === canvas.width) return known.text
  const text = `${spansText(spans, 0, canvas)}${eraseText(spans, canvas)}`
  memo.set(spans, { width: canvas.width, text })
  return text
}

/** The bytes that turn the line drawn in a row into another: from the first cluster that differs on. */
export const changeText = (row: number, [before, after]: Change, canvas: Canvas): string => {
  const same = sameStart(before, after)
  const rest = spansText(same.rest, same.columns, canvas)
  const erased = mayStandBehind(before, after) ? eraseText(after, canvas) : ''
  const wiped = mayBeHalved(before, same.rest) && same.columns < canvas.width ? '\x1b[K' : ''
  return `\x1b[${row + 1};${same.columns + 1}H${wiped}${rest}${erased}`
}

/** A line as it is drawn, and as it is to be. */
export type Change = readonly [before: Line, after: Line]

type Drawn = { readonly width: number; readonly text: string }

const drawn = new WeakMap<Theme, WeakMap<Line, Drawn>>()

const memoOf = (theme: Theme): WeakMap<Line, Drawn> => {
  const memo = drawn.get(theme) ?? new WeakMap<Line, Drawn>()
  drawn.set(theme, memo)
  return memo
}

// Erasing at the last column would take its character away.
const eraseText = (spans: Line, { width }: Canvas): string =>
  lineWidth(spans) < width ? '\x1b[K' : ''

// What terminals count differently may have come to stand further to the right than we know.
const mayStandBehind = (before: Line, after: Line): boolean =>
  lineWidth(before) > lineWidth(after) ||
  ![...before, ...after].every(({ text }) => ascii.test(text))

// Clearing the place of a disputed cluster may take one half of a wide character away. tmux keeps the
// other half, and what is written over that takes the new cluster away.
const mayBeHalved = (before: Line, rest: Line): boolean =>
  rest.some(({ text }) => !ascii.test(text) && clusters(text).some(isDisputed)) &&
  before.some(({ text }) => !ascii.test(text))

type Start = { readonly columns: number; readonly rest: Line }

const sameStart = (before: Line, after: Line): Start => {
  const index = after.findIndex(
    (one, i) => one.text !== before[i]?.text || one.style !== before[i].style,
  )
  if (index < 0) return { columns: lineWidth(after), rest: [] }
  const [first, ...others] = after.slice(index)
  const columns = lineWidth(after.slice(0, index))
  const held = before[index]
  if (first === undefined || held?.style !== first.style)
    return { columns, rest: after.slice(index) }
  const [old, all] = [clusters(held.text), clusters(first.text)]
  const differs = all.findIndex((cluster, i) => cluster !== old[i])
  const kept = differs < 0 ? all : all.slice(0, differs)
  const rest = { text: all.slice(kept.length).join(''), style: first.style }
  return { columns: columns + clustersWidth(kept), rest: [rest, ...others] }
}

// Begins and ends with the look of plain text, so that nothing need be said about that.
const spansText = (spans: Line, start: number, canvas: Canvas): string => {
  let column = start
  let text = ''
  let look = ''
  for (const one of spans) {
    const due = canvas.theme.codes.get(one.style) ?? ''
    text += `${due === look ? '' : `\x1b[0${due}m`}${placed(one.text, column, canvas)}`
    column += lineWidth([one])
    look = due
  }
  return look === '' ? text : `${text}\x1b[0m`
}

// Terminals disagree about the columns of some clusters. Their place is cleared before, since one that
// counts fewer would leave what stood there, and the column is said outright after, so that the rest
// of the line stands where it should. A mark behind the last column is left out: it would take away
// what stands there.
const placed = (text: string, start: number, { width }: Canvas): string => {
  if (ascii.test(text)) return text
  let column = start
  let out = ''
  for (const cluster of clusters(text)) {
    const columns = clusterWidth(cluster)
    if (columns === 0 && column >= width) continue
    column += columns
    out += isDisputed(cluster) ? `${cleared(columns)}${cluster}\x1b[${column + 1}G` : cluster
  }
  return out
}

const ascii = /^[\x20-\x7e]*$/

const cleared = (columns: number): string => (columns === 0 ? '' : `\x1b[${columns}X`)
