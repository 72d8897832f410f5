import { emptyLine, type Line, line, span } from '../frame.js'
import { wrapText } from '../text/wrap.js'
import { wrapRow } from '../text/wrap-row.js'
import { codeLines } from './code-lines.js'
import { inlineRows } from './inline-rows.js'
import type { MarkdownNode } from './parse-markdown.js'
import { behind, type Place } from './place.js'
import { tableLines } from './table-lines.js'

/** What is on the screen above blocks that go on with a text. */
export type Above = {
  /** The type of the block just above. */
  readonly type: string
  readonly isBlank: boolean
  /** What the first block goes on with; the number is that of its first item. */
  readonly goesOn: 'code' | number | undefined
}

/**
 * The blocks as lines. Between two there is an empty line where the source has one, and around
 * headings, code and tables. What is above never depends on what is below it.
 */
export const layoutBlocks = (
  nodes: ReadonlyArray<MarkdownNode>,
  place: Place,
  above?: Above,
): ReadonlyArray<Line> =>
  nodes.flatMap((node, index) => {
    const before = nodes[index - 1]
    const over =
      index === 0 ? above : { type: before?.type ?? '', isBlank: false, goesOn: undefined }
    const lines = nodeLines(node, place, over?.goesOn)
    return hasGap(node, place, over) ? [emptyLine, ...lines] : lines
  })

const hasGap = (node: MarkdownNode, { source }: Place, above: Above | undefined): boolean => {
  if (above === undefined || above.goesOn === 'code') return false
  const isBlank = node.from === 0 ? above.isBlank : isBlankLine(source[node.from - 1] ?? '')
  if (isBlank || above.goesOn !== undefined) return isBlank
  return isMarkedHeading(node) || standsAlone.has(node.type) || standsAlone.has(above.type)
}

// An underlined one was text until its underline came: a gap would move it.
const isMarkedHeading = ({ type, token }: MarkdownNode): boolean =>
  type === 'heading' && token?.markup.startsWith('#') === true

const standsAlone = new Set(['fence', 'code_block', 'table'])

/** Whether a line of the source holds nothing, but for the marks of quotes. */
export const isBlankLine = (text: string): boolean => /^[\s>]*$/.test(text)

const nodeLines = (
  node: MarkdownNode,
  place: Place,
  goesOn: Above['goesOn'],
): ReadonlyArray<Line> => {
  switch (node.type) {
    case 'heading':
      return headingLines(node, place)
    case 'paragraph':
      return layoutBlocks(node.children, place)
    case 'inline':
      return inlineRows(node.token?.children ?? [], place.base).flatMap((row) =>
        wrapRow(row, place.width),
      )
    case 'bullet_list':
    case 'ordered_list':
      return listLines(node, place, goesOn)
    case 'blockquote':
      return quoteLines(node, place)
    case 'fence':
    case 'code_block':
      return codeLines(node, goesOn === 'code', place)
    case 'hr':
      return [line('─'.repeat(place.width), 'dim')]
    case 'table':
      return tableLines(node, place)
    default:
      return place.source
        .slice(node.from, node.to)
        .flatMap((text) => wrapText(text, place.width).map((one) => line(one, place.base)))
  }
}

const headingLines = (node: MarkdownNode, place: Place): ReadonlyArray<Line> => {
  const words = { ...place, base: 'heading' } as const
  const sign = underlines.get(node.token?.markup ?? '')
  if (sign !== undefined)
    return [...layoutBlocks(node.children, words), line(sign.repeat(place.width), 'dim')]
  const mark = `${node.token?.markup ?? '#'} `
  const lead = {
    first: span(mark, 'dim'),
    rest: span(' '.repeat(mark.length)),
    columns: mark.length,
  }
  return behind(lead, (inner) => layoutBlocks(node.children, inner), words)
}

const underlines: ReadonlyMap<string, string> = new Map([
  ['=', '═'],
  ['-', '─'],
])

const quoteLines = (node: MarkdownNode, place: Place): ReadonlyArray<Line> => {
  const bar = span('│ ', 'dim')
  const lead = { first: bar, rest: bar, columns: 2 }
  return behind(lead, (inner) => layoutBlocks(node.children, inner), { ...place, base: 'quote' })
}

const listLines = (
  list: MarkdownNode,
  place: Place,
  goesOn: Above['goesOn'],
): ReadonlyArray<Line> => {
  const start = typeof goesOn === 'number' ? goesOn : listStart(list)
  return list.children.flatMap((item, index) => {
    const isApart = index > 0 && isBlankLine(place.source[item.from - 1] ?? '')
    const lines = itemLines(item, place, markOf(item, start + index))
    return isApart ? [emptyLine, ...lines] : lines
  })
}

/** The number of a list's first item. */
export const listStart = ({ token }: MarkdownNode): number => Number(token?.attrGet('start') ?? 1)

const markOf = ({ token }: MarkdownNode, ordinal: number): string => {
  const box = token?.meta?.['box']
  if (typeof box === 'string') return `${box} `
  const markup = token?.markup ?? '-'
  return markup === '.' || markup === ')' ? `${ordinal}${markup} ` : '• '
}

const itemLines = (item: MarkdownNode, place: Place, mark: string): ReadonlyArray<Line> => {
  const lead = {
    first: span(mark, 'accent'),
    rest: span(' '.repeat(mark.length)),
    columns: mark.length,
  }
  return behind(lead, (inner) => layoutBlocks(item.children, inner), place)
}
