import type { Block, ToolBlock } from '../../../projections/transcript/block.js'
import { segmentText } from '../editor/segment-text.js'
import { asPrinted } from '../text/as-printed.js'
import { markText } from './mark-lines.js'

/** The words of a block that a search looks through, whether or not they are shown right now. */
export const blockText = (block: Block): string => {
  switch (block.kind) {
    case 'input':
      return block.segments.map(segmentText).join('')
    case 'text':
      // The marks of Markdown are not on the screen: words on both sides of one are found too.
      return `${block.text}\n${block.text.replaceAll(/[*`]+|~~/g, '')}`
    case 'thinking':
    case 'note':
      return block.text
    case 'tool':
      return toolText(block)
    case 'notice':
      return block.message
    case 'child':
      return `${block.pod} ${block.report} ${block.message}`
    case 'model':
      return block.model
    case 'fork':
      return block.session
    case 'mark':
      return markText(block)
  }
}

const toolText = ({ name, asked, input, summary, output }: ToolBlock): string =>
  [name, asked, ...stringsOf(input), summary, asPrinted(output)].join('\n')

const stringsOf = (input: unknown): ReadonlyArray<string> =>
  typeof input === 'object' && input !== null
    ? Object.values(input).filter((value) => typeof value === 'string')
    : []
