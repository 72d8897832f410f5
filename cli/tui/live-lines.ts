import type { InFlightBlock } from '../../domain/protocol/notification.js'
import { wordsLines } from './block-lines.js'
import { emptyLine, type Line } from './frame.js'
import { led, type Look } from './led.js'
import { lookOf } from './look-of.js'
import type { TuiState } from './state.js'

/** What streams right now, and the wait before another attempt. */
export const liveLines = (state: TuiState): ReadonlyArray<Line> => {
  const look = lookOf(state)
  const blocks = state.live.blocks.flatMap((block) => [...streamed(block, look), emptyLine])
  return [...blocks, ...retryLines(state)]
}

const argsCharsShown = 300

const streamed = (block: InFlightBlock, look: Look): ReadonlyArray<Line> => {
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return wordsLines({ kind: block.kind, text: block.text, partial: false }, look)
    case 'tool_call':
      return led('○ ', `${block.name} ${block.args.slice(0, argsCharsShown)}`, {
        look,
        style: 'dim',
      })
  }
}

const retryLines = ({ live, retryAtMs, nowMs, size }: TuiState): ReadonlyArray<Line> => {
  if (live.retry === undefined) return []
  const { attempt, of, message } = live.retry
  const seconds = Math.max(0, Math.ceil((retryAtMs - nowMs) / 1000))
  const text = `${message} Trying again in ${seconds} s (attempt ${attempt} of ${of}).`
  return [...led('! ', text, { look: size, style: 'warning' }), emptyLine]
}
