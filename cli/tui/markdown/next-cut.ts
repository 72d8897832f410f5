import { limits } from '../../../domain/limits.js'
import { codeLanguage } from './code-language.js'
import { linesOfCode } from './code-lines.js'
import { codeParts } from './code-parts.js'
import { type Above, isBlankLine, listStart } from './layout-blocks.js'
import type { MarkdownNode } from './parse-markdown.js'
import { type Part, partOf, type Source, windowEnd } from './part.js'

/** What can no longer change, and how the text goes on behind it. */
export type Cut = {
  readonly part: Part
  readonly at: number
  readonly opening: string
  readonly above: Above | undefined
}

/** A place in a part: the nodes in front of it, its line, and what goes on behind it. */
type Place = {
  readonly nodes: ReadonlyArray<MarkdownNode>
  readonly line: number
  readonly goesOn: Above['goesOn']
}

// Lists are cut between items once they are this long.
const listCharsMin = 2000

/**
 * The next place behind which the text may be parsed by itself; undefined when there is none yet.
 * Only whole lines are looked at, and a place never moves when more lines come: a block is over
 * when another one stands behind it, an item likewise, code where its part ends. A block that is too
 * long is cut where it gets so.
 */
export const nextCut = (flow: Source): Cut | undefined => {
  const { text, at, looked } = flow
  const end = windowEnd(flow)
  const isFull = end - at >= limits.markdownBlockCharsMax
  const lines = Math.max(at, text.lastIndexOf('\n', end - 1) + 1)
  if (!isFull && lines <= looked) return undefined
  const part = partOf(text.slice(at, lines), flow)
  const place = placeIn(part, isFull ? 0 : listCharsMin, flow)
  if (place !== undefined) return cutAt(place, part.source, flow)
  return isFull ? fullCut(lines > at ? lines : wholeCharacter(end, text), flow) : undefined
}

const placeIn = (part: Part, charsMin: number, { above }: Source): Place | undefined => {
  const last = part.nodes.at(-1)
  if (last === undefined) return undefined
  if (part.nodes.length > 1)
    return { nodes: part.nodes.slice(0, -1), line: last.from, goesOn: undefined }
  if (last.type === 'fence') return placeInCode(last)
  const place = placeInList(last, above)
  return offsetOf(place.line, part.source) >= Math.max(1, charsMin) ? place : undefined
}

const placeInCode = (fence: MarkdownNode): Place | undefined => {
  const parts = codeParts(linesOfCode(fence), codeLanguage(fence.token?.info ?? ''))
  const whole = parts.slice(0, -1).flat()
  if (whole.length === 0) return undefined
  const nodes = [{ ...fence, content: `${whole.join('\n')}\n` }]
  return { nodes, line: fence.from + 1 + whole.length, goesOn: 'code' }
}

// Behind all items but the last; at line 0, thus nowhere, when there is but one.
const placeInList = (list: MarkdownNode, above: Above | undefined): Place => {
  const isList = list.type.endsWith('_list')
  const items = isList ? list.children.slice(0, -1) : []
  const start = typeof above?.goesOn === 'number' ? above.goesOn : listStart(list)
  return {
    nodes: [{ ...list, children: items }],
    line: items.length === 0 ? 0 : (list.children.at(-1)?.from ?? 0),
    goesOn: start + items.length,
  }
}

const offsetOf = (line: number, source: ReadonlyArray<string>): number =>
  source.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0)

const cutAt = (
  { nodes, line, goesOn }: Place,
  source: ReadonlyArray<string>,
  { text, at, opening }: Source,
): Cut => {
  const cut = afterLines(opening === '' ? line : line - 1, text, at)
  const last = nodes.at(-1)
  return {
    part: { nodes, source },
    at: cut,
    opening: goesOn === 'code' ? `${source[last?.from ?? 0] ?? ''}\n` : '',
    above: { type: last?.type ?? '', isBlank: isBlankAbove(cut, text), goesOn },
  }
}

const afterLines = (count: number, text: string, at: number): number => {
  let end = at
  for (let line = 0; line < count; line += 1) end = text.indexOf('\n', end) + 1
  return end
}

const isBlankAbove = (at: number, text: string): boolean =>
  text[at - 1] === '\n' &&
  isBlankLine(at < 2 ? '' : text.slice(text.lastIndexOf('\n', at - 2) + 1, at - 1))

/** A character is not divided. */
const wholeCharacter = (end: number, text: string): number =>
  /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end

const fullCut = (cut: number, flow: Source): Cut => {
  const part = partOf(flow.text.slice(flow.at, cut), flow)
  const last = part.nodes.at(-1)
  const goesOn = last !== undefined && isOpenFence(last) ? 'code' : undefined
  const opening = goesOn === undefined ? '' : `${part.source[last?.from ?? 0] ?? ''}\n`
  const above = { type: last?.type ?? '', isBlank: isBlankAbove(cut, flow.text), goesOn } as const
  return { part, at: cut, opening, above: last === undefined ? flow.above : above }
}

const isOpenFence = (node: MarkdownNode): boolean =>
  node.type === 'fence' && node.to - node.from - 1 === linesOfCode(node).length
