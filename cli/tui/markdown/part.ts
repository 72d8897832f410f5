import { limits } from '../../../domain/limits.js'
import { safeText } from '../text/safe-text.js'
import type { Above } from './layout-blocks.js'
import type { MarkdownNode } from './parse-markdown.js'

/** A text that is read from `at` on. */
export type Source = {
  readonly parse: (source: string) => ReadonlyArray<MarkdownNode>
  readonly text: string
  readonly at: number
  /** The fence that is open there, as a line of its own; else ''. */
  readonly opening: string
  /** What stands above; undefined at the start. */
  readonly above: Above | undefined
  /** How far whole lines have been looked at for a place to cut. */
  readonly looked: number
}

/** A stretch of the text, parsed. */
export type Part = {
  readonly nodes: ReadonlyArray<MarkdownNode>
  /** What the nodes count their lines in; the first is the opening when there is one. */
  readonly source: ReadonlyArray<string>
}

/** The stretch `raw` of the text, parsed behind the fence that is open there. */
export const partOf = (raw: string, { opening, parse }: Source): Part => {
  const source = safeText(opening + raw.replaceAll('\r\n', '\n'))
  return { nodes: parse(source), source: source.split('\n') }
}

/** Where the stretch ends that may be parsed at once. */
export const windowEnd = ({ text, at }: Source): number =>
  Math.min(text.length, at + limits.markdownBlockCharsMax)
