import { emptyLine, type Line, span } from '../frame.js'
import type { Row } from '../text/cells.js'
import { goesOnSign } from '../text/goes-on-sign.js'
import { wrapCode, wrapRow } from '../text/wrap-row.js'
import { codeLanguage } from './code-language.js'
import { codeParts } from './code-parts.js'
import { highlighted } from './highlighted.js'
import type { MarkdownNode } from './parse-markdown.js'
import { behind, type Place } from './place.js'

/**
 * A block of code, indented and coloured, under the words behind its fence. A line that is too long
 * goes on behind a `↪`, broken between words where it can be. When the code `goesOn` with lines above
 * it, the words are there already.
 */
export const codeLines = (
  node: MarkdownNode,
  goesOn: boolean,
  place: Place,
): ReadonlyArray<Line> => {
  const info = node.token?.info.trim() ?? ''
  const language = codeLanguage(info)
  const rows = codeParts(linesOfCode(node), language).flatMap((part) =>
    part.length === 0 ? [] : highlighted(part.join('\n'), language).rows,
  )
  const draw = ({ width }: Place): ReadonlyArray<Line> =>
    info === '' || goesOn ? [] : wrapRow([{ text: info, style: 'dim' }], width)
  const words = draw(place).length === 0 ? [] : behind(indent, draw, place)
  const code = rows.flatMap((row) => behind(codeIndent, drawRow(row), place))
  // The fence alone takes the line that the first of the code will stand in.
  return words.length + code.length === 0 ? [emptyLine] : [...words, ...code]
}

/** The lines of a block of code; the last one may still be on its way. */
export const linesOfCode = ({ content }: MarkdownNode): ReadonlyArray<string> =>
  content === '' ? [] : content.replace(/\n$/, '').split('\n')

const indent = { first: span('  '), rest: span('  '), columns: 2 }
const codeIndent = { first: span('  '), rest: span(`${goesOnSign} `, 'dim'), columns: 2 }

const drawRow =
  (row: Row) =>
  ({ width }: Place): ReadonlyArray<Line> =>
    wrapCode(row, width)
