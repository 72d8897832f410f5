import { elapsedWords, timeWords } from '../../../projections/time-words.js'
import type { WordsBlock } from '../../../projections/transcript/block.js'
import { fitLine, type Line, span } from '../frame.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'
import { bounded } from '../tools/folded-output.js'

type Thinking = Pick<WordsBlock, 'text' | 'partial' | 'thoughtMs'>

/** Thinking that is over: one line that says how long it took, and with every detail its words. */
export const thinkingLines = (block: Thinking, look: Look): ReadonlyArray<Line> => {
  const { partial, thoughtMs } = block
  const time = thoughtMs === undefined ? '' : ` for ${timeWords(thoughtMs)}`
  const head = fitLine(
    [span(`~ thought${time}${partial ? ' (stopped here)' : ''}`, 'dim')],
    look.width,
  )
  return look.detail === 'detail' ? [head, ...wordLines(block.text, look)] : [head]
}

const wordLines = (text: string, look: Look): ReadonlyArray<Line> =>
  led('  ', bounded(text).trim(), { look, style: 'dim' })

const linesMax = 6

/** Thinking that streams: since when, and the last of its lines. */
export const streamingThinking = (
  text: string,
  sinceMs: number | undefined,
  look: Look,
): ReadonlyArray<Line> => {
  const time = sinceMs === undefined ? '' : ` · ${elapsedWords(sinceMs)}`
  const head = fitLine([span(`~ thinking${time}`, 'dim')], look.width)
  if (look.detail === 'overview' || text.trim() === '') return [head]
  const lines = wordLines(look.detail === 'detail' ? text : text.slice(-tailChars), look)
  return [head, ...(look.detail === 'detail' ? lines : lines.slice(-linesMax))]
}

// More than six lines of any screen hold; the words before are not shown.
const tailChars = 4000
