import type { StateBlock } from 'markdown-it'

/**
 * A rule of the parser: a line of text above three or more `=` or `-` is a heading, once the line of
 * signs is whole. Until then, and below several lines, such a line is a rule or text as elsewhere:
 * no line moves when it turns out to be one.
 */
export const underlinedHeading = (state: StateBlock, first: number, end: number): boolean => {
  const sign = first + 1 < end && isText(first, state) ? underline(first + 1, state) : undefined
  if (sign === undefined) return false
  const content = lineText(first, state).trim()
  state.line = first + 2
  const tag = sign === '=' ? 'h1' : 'h2'
  const heading = state.push('heading_open', tag, 1)
  heading.markup = sign
  heading.map = [first, state.line]
  const inline = state.push('inline', '', 0)
  inline.content = content
  inline.map = [first, first + 1]
  inline.children = []
  state.push('heading_close', tag, -1).markup = sign
  return true
}

const isText = (line: number, state: StateBlock): boolean =>
  !state.isEmpty(line) && indent(line, state) < 4

const underline = (line: number, state: StateBlock): string | undefined => {
  const isWhole = (state.eMarks[line] ?? 0) < state.src.length
  if (!isWhole || indent(line, state) < 0 || indent(line, state) > 3) return undefined
  return /^(=|-)\1\1+[ \t]*$/.exec(lineText(line, state).trimStart())?.[1]
}

const indent = (line: number, { sCount, blkIndent }: StateBlock): number =>
  (sCount[line] ?? 0) - blkIndent

const lineText = (line: number, state: StateBlock): string =>
  state.getLines(line, line + 1, state.blkIndent, false)
