import MarkdownIt, { type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { underlinedHeading } from './underlined-heading.js'

/** A block of Markdown and what stands in it. `plain`: one that is shown as it was written. */
export type MarkdownNode = {
  readonly type: string
  /** The opening token; undefined for `plain`. */
  readonly token: Token | undefined
  /** Text that is taken as it is: code. */
  readonly content: string
  /** The lines of the source that it takes, the end exclusive. */
  readonly from: number
  readonly to: number
  readonly children: ReadonlyArray<MarkdownNode>
}

// Deeper blocks are shown as they were written; the parser would leave their content out.
const nestingMax = 60

/**
 * The blocks of a safe text. Definitions of references are text like any other: with them a later
 * line would change blocks that are already on the screen. Never throws.
 */
export const parseMarkdown = (source: string): ReadonlyArray<MarkdownNode> => {
  try {
    return nested(parser.parse(source, {})).map(shallow)
  } catch {
    return [plainNode(0, source.split('\n').length)]
  }
}

const parser = new MarkdownIt({ html: false, breaks: true, maxNesting: nestingMax })
  .use(cjkFriendly)
  .disable(['reference'])
parser.block.ruler.at('lheading', underlinedHeading)
parser.core.ruler.push('boxed', ({ tokens }) => boxed(tokens))
// What the model wrote is shown, not what a browser would ask for.
parser.normalizeLink = (url) => url
parser.normalizeLinkText = (url) => url

const plainNode = (from: number, to: number): MarkdownNode => ({
  type: 'plain',
  token: undefined,
  content: '',
  from,
  to,
  children: [],
})

// A box at the start of an item takes the place of its mark.
const boxed = (tokens: ReadonlyArray<Token>): void => {
  for (const [index, { type, children }] of tokens.entries()) {
    const item = tokens[index - 2]
    const first = children?.[0]
    if (type !== 'inline' || item?.type !== 'list_item_open' || first?.type !== 'text') continue
    const box = /^\[[ xX]\](?= |$)/.exec(first.content)?.[0]
    if (box === undefined) continue
    item.meta = { box }
    first.content = first.content.slice(box.length + 1)
  }
}

type Open = { readonly token: Token; readonly children: MarkdownNode[] }

const nested = (tokens: ReadonlyArray<Token>): ReadonlyArray<MarkdownNode> => {
  const top: MarkdownNode[] = []
  const open: Open[] = []
  for (const token of tokens) {
    if (token.nesting === 1) {
      open.push({ token, children: [] })
      continue
    }
    const closed = token.nesting === -1 ? open.pop() : { token, children: [] }
    if (closed !== undefined) (open.at(-1)?.children ?? top).push(nodeOf(closed))
  }
  return top
}

const nodeOf = ({ token, children }: Open): MarkdownNode => ({
  type: token.type.replace(/_open$/, ''),
  token,
  content: token.content,
  from: token.map?.[0] ?? 0,
  to: token.map?.[1] ?? 0,
  children,
})

const shallow = (node: MarkdownNode): MarkdownNode =>
  isTooDeep(node) ? plainNode(node.from, node.to) : node

const isTooDeep = ({ token, children }: MarkdownNode): boolean =>
  (token?.level ?? 0) >= nestingMax - 2 || children.some(isTooDeep)
