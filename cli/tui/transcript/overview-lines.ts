import type { Block } from '../../../projections/transcript/block.js'
import { withoutMarks } from '../../../projections/without-marks.js'
import { segmentText } from '../editor/segment-text.js'
import { emptyLine, fitLine, type Line, type Style, span } from '../frame.js'
import type { Look } from '../text/look.js'

/**
 * A block in the overview, one line: what was asked and what was answered; undefined for one that is
 * drawn there as elsewhere. Thinking is left out.
 */
export const overviewLines = (block: Block, look: Look): ReadonlyArray<Line> | undefined => {
  switch (block.kind) {
    case 'input':
      return [
        emptyLine,
        firstLine('> ', block.segments.map(segmentText).join(''), { look, style: 'user' }),
      ]
    case 'text':
      return [firstLine('', withoutMarks(block.text), { look, style: 'plain' })]
    case 'thinking':
      return []
    case 'note':
      return [firstLine('· ', block.text, { look, style: 'dim' })]
    case 'notice':
      return [firstLine('! notice: ', block.message, { look, style: 'accent' })]
    case 'child':
    case 'model':
    case 'fork':
    case 'mark':
    case 'tool':
      return undefined
  }
}

type Drawing = { readonly look: Pick<Look, 'width'>; readonly style: Style }

/** The first line of a text that says something, cut with `…` where there is more. */
export const firstLine = (lead: string, text: string, { look, style }: Drawing): Line => {
  const said = text.slice(0, looked).trim()
  const first = said.split('\n', 1)[0] ?? ''
  const more = first.length < text.trimEnd().length - (text.length - text.trimStart().length)
  return fitLine([span(`${lead}${first}${more ? ' …' : ''}`, style)], look.width)
}

const looked = 2000
