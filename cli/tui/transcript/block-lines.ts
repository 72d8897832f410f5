import type { Block, InputBlock, WordsBlock } from '../../../projections/transcript/block.js'
import { wentAlong } from '../../../projections/went-along.js'
import { segmentText } from '../editor/segment-text.js'
import { emptyLine, type Line } from '../frame.js'
import { markdownLines } from '../markdown/markdown-lines.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'
import { toolLines } from '../tools/tool-lines.js'
import { keptLines } from './kept-lines.js'
import { lookName } from './look-of.js'
import { markLines } from './mark-lines.js'
import { overviewLines } from './overview-lines.js'
import { thinkingLines } from './thinking-lines.js'

/** A block as lines, an empty one behind it. The same block and look give the same lines. */
export const blockLines = (block: Block, look: Look): ReadonlyArray<Line> =>
  keptLines(block, lookName(look), () => spaced(linesOf(block, look), look))

/** Lines of one element with an empty one behind; the overview has none between. */
export const spaced = (lines: ReadonlyArray<Line>, { detail }: Look): ReadonlyArray<Line> =>
  lines.length === 0 || detail === 'overview' ? lines : [...lines, emptyLine]

const linesOf = (block: Block, look: Look): ReadonlyArray<Line> =>
  (look.detail === 'overview' ? overviewLines(block, look) : undefined) ?? wholeLines(block, look)

const wholeLines = (block: Block, look: Look): ReadonlyArray<Line> => {
  switch (block.kind) {
    case 'input':
      return inputLines(block, look)
    case 'text':
      return wordsLines(block, look)
    case 'thinking':
      return thinkingLines(block, look)
    case 'tool':
      return toolLines(block, look)
    case 'note':
      return led('· ', block.text, { look, style: 'dim' })
    case 'notice':
      return led('! notice: ', block.message, { look, style: 'accent' })
    case 'child':
      return led('! ', `${block.pod} ${block.report} ${block.message}`, { look, style: 'accent' })
    case 'model':
      return led('· ', `model: ${block.model}`, { look, style: 'dim' })
    case 'fork':
      return led('· ', forkText(block), { look, style: 'dim' })
    case 'mark':
      return markLines(block, look)
  }
}

const forkText = ({ session, at }: Extract<Block, { readonly kind: 'fork' }>): string =>
  `up to here this is session ${session} as it stood at record ${at}`

const inputLines = (block: InputBlock, look: Look): ReadonlyArray<Line> => [
  ...led('> ', inputText(block), { look, style: 'user' }),
  ...block.segments
    .map(wentAlong)
    .filter((words) => words !== undefined)
    .flatMap((words) => led('  ', words, { look, style: 'dim' })),
]

const inputText = ({ segments, by }: InputBlock): string =>
  `${by === 'pod' ? '(another Pod) ' : ''}${segments.map(segmentText).join('')}`

/** What the model says, whole or still streaming. */
export const wordsLines = (
  { text, partial }: Pick<WordsBlock, 'text' | 'partial'>,
  look: Look,
): ReadonlyArray<Line> => {
  const end: ReadonlyArray<Line> = partial
    ? led('', '(stopped here)', { look, style: 'warning' })
    : []
  return [...markdownLines(text, look), ...end]
}
