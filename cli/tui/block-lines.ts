import { type Segment, textOf } from '../../domain/segment.js'
import type {
  Block,
  InputBlock,
  MarkBlock,
  WordsBlock,
} from '../../projections/transcript/block.js'
import type { Live } from '../../projections/transcript/live.js'
import { chipLabel } from './editor.js'
import { emptyLine, type Line, type Style } from './frame.js'
import { led, type Look, moreKey } from './led.js'
import { markdownLines } from './markdown/markdown-lines.js'
import { toolLines } from './tool-lines.js'

const known = new WeakMap<Block, Map<string, ReadonlyArray<Line>>>()

/** A block as lines, an empty one behind it. The same block and look give the same lines. */
export const blockLines = (block: Block, look: Look, live: Live): ReadonlyArray<Line> => {
  const output = block.kind === 'tool' ? live.outputs.get(block.call) : undefined
  if (output !== undefined && block.kind === 'tool' && block.state === 'running')
    return [...toolLines({ ...block, output }, look), emptyLine]
  const key = `${look.width}:${look.detail}`
  const memo = known.get(block) ?? new Map<string, ReadonlyArray<Line>>()
  const lines = memo.get(key) ?? spaced(linesOf(block, look))
  // One look is kept: the others are of a size or detail that is gone.
  known.set(block, new Map([[key, lines]]))
  return lines
}

const spaced = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.length === 0 ? [] : [...lines, emptyLine]

const linesOf = (block: Block, look: Look): ReadonlyArray<Line> => {
  switch (block.kind) {
    case 'input':
      return led('> ', inputText(block), { look, style: 'user' })
    case 'text':
    case 'thinking':
      return wordsLines(block, look)
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

const inputText = ({ segments, by }: InputBlock): string =>
  `${by === 'pod' ? '(another Pod) ' : ''}${segments.map(segmentText).join('')}`

/** A segment as the person saw it when typing: a chip, an @path, the words. */
export const segmentText = (segment: Segment): string =>
  segment.kind === 'paste' ? chipLabel(segment) : textOf([segment])

/** Words of the model, whole or still streaming. */
export const wordsLines = (
  { kind, text, partial }: Pick<WordsBlock, 'kind' | 'text' | 'partial'>,
  look: Look,
): ReadonlyArray<Line> => {
  const end: ReadonlyArray<Line> = partial
    ? led('', '(stopped here)', { look, style: 'warning' })
    : []
  if (kind === 'text') return [...markdownLines(text, look), ...end]
  if (look.detail === 'overview') return led('~ ', 'thinking', { look, style: 'dim' })
  const lines = led('~ ', text, { look, style: 'dim' })
  const shown = look.detail === 'detail' ? lines : lastLines(lines, look)
  return [...shown, ...end]
}

const thinkingLinesMax = 6

const lastLines = (lines: ReadonlyArray<Line>, look: Look): ReadonlyArray<Line> =>
  lines.length <= thinkingLinesMax
    ? lines
    : [
        ...led('~ ', `… ${lines.length - thinkingLinesMax} more lines${moreKey(look)}`, {
          look,
          style: 'dim',
        }),
        ...lines.slice(-thinkingLinesMax),
      ]

const markLines = (block: MarkBlock, look: Look): ReadonlyArray<Line> => {
  const { text, style } = markWords(block)
  return text === '' ? [] : led('— ', text, { look, style })
}

const markWords = (block: MarkBlock): { readonly text: string; readonly style: Style } => {
  switch (block.mark) {
    case 'paused':
      return { text: `paused${byWhom(block.by)}`, style: 'warning' }
    case 'resumed':
      return { text: 'resumed', style: 'dim' }
    case 'taken_back':
      return { text: 'taken back before anything was answered', style: 'warning' }
    case 'ended':
      return endedWords(block)
  }
}

const endedWords = (block: Extract<MarkBlock, { readonly mark: 'ended' }>) => {
  const error = block.error === '' ? '' : `: ${block.error}`
  switch (block.result) {
    case 'finished':
      return { text: block.error, style: 'warning' as const }
    case 'cancelled':
      return {
        text: block.by === 'run' ? 'ended by the next message' : `cancelled${error}`,
        style: 'warning' as const,
      }
    case 'limit_reached':
      return { text: `limit reached${error}`, style: 'warning' as const }
    case 'errored':
      return { text: `error${error}`, style: 'error' as const }
  }
}

// A person's own pause needs no name.
const byWhom = (by: string): string => (by === 'host' ? '' : ` (${pausedBy[by] ?? by})`)

const pausedBy: Readonly<Record<string, string>> = {
  hook: 'by a hook',
  crash: 'the Pod had died',
  storage: 'the log could not be written',
  signal: 'the Pod was told to end',
}
