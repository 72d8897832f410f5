import { limits } from '../../../domain/limits.js'
import { type Line, line } from '../frame.js'
import type { Look } from '../text/look.js'
import { wrapText } from '../text/wrap.js'
import { type Flow, flowLines, grown, startFlow } from './flow.js'

/**
 * A text of the model as lines: its Markdown drawn, made safe, fitted to the width. Any text gives
 * lines. What grows at its end costs only its last block; what is above that stays as it is.
 */
export const markdownLines = (
  text: string,
  { width }: Pick<Look, 'width'>,
): ReadonlyArray<Line> => {
  const end = markdownEnd(text)
  const lines = flowLines(flowOf(text.slice(0, end), Math.max(1, width)))
  const rest = text.slice(end)
  return rest === '' ? lines : [...lines, ...wrapText(rest, width).map((one) => line(one))]
}

const markdownEnd = (text: string): number => {
  const { markdownCharsMax } = limits
  if (text.length <= markdownCharsMax) return text.length
  const newline = text.lastIndexOf('\n', markdownCharsMax - 1)
  return newline < 0 ? markdownCharsMax : newline + 1
}

// The texts that are drawn now; those that stream are found by their beginning.
const recent: Flow[] = []
const recentMax = 16

const flowOf = (text: string, width: number): Flow => {
  const isBegun = (flow: Flow) => flow.width === width && text.startsWith(flow.text)
  const begun = recent.filter(isBegun).sort((a, b) => b.text.length - a.text.length)[0]
  const flow = grown(text, begun ?? startFlow(width))
  if (begun !== undefined) recent.splice(recent.indexOf(begun), 1)
  recent.push(flow)
  if (recent.length > recentMax) recent.shift()
  return flow
}
