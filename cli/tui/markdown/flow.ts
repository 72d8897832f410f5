import type { Line } from '../frame.js'
import { layoutBlocks } from './layout-blocks.js'
import { type Cut, nextCut } from './next-cut.js'
import { parseMarkdown } from './parse-markdown.js'
import { type Part, partOf, type Source, windowEnd } from './part.js'

/** A Markdown text that grows: what of it can no longer change is drawn for good. */
export type Flow = Source & {
  readonly width: number
  readonly settled: ReadonlyArray<Line>
  readonly open: ReadonlyArray<Line>
}

/** An empty text, drawn in so many columns; `parse` is given by tests. */
export const startFlow = (width: number, parse: Source['parse'] = parseMarkdown): Flow => ({
  width,
  parse,
  text: '',
  at: 0,
  opening: '',
  settled: [],
  above: undefined,
  looked: 0,
  open: [],
})

/**
 * The flow with this text, which begins with the text that it had. How it got there makes no
 * difference to its lines. Only the last block is parsed again.
 */
export const grown = (text: string, flow: Flow): Flow => {
  if (text === flow.text) return flow
  let next: Flow = { ...flow, text }
  for (let cut = nextCut(next); cut !== undefined; cut = nextCut(next)) next = settled(cut, next)
  const open = linesOf(partOf(text.slice(next.at, windowEnd(next)), next), next)
  return { ...next, looked: text.lastIndexOf('\n') + 1, open }
}

/** All lines of the text so far. */
export const flowLines = ({ settled: above, open }: Flow): ReadonlyArray<Line> => [
  ...above,
  ...open,
]

const settled = ({ part, at, above, opening }: Cut, flow: Flow): Flow => ({
  ...flow,
  settled: [...flow.settled, ...linesOf(part, flow)],
  at,
  opening,
  above,
})

const linesOf = ({ nodes, source }: Part, { width, above }: Flow): ReadonlyArray<Line> =>
  layoutBlocks(nodes, { width, base: 'plain', source }, above)
