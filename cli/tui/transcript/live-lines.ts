import type { InFlightBlock } from '../../../domain/protocol/notification.js'
import { elapsedWords } from '../../../projections/time-words.js'
import { withoutMarks } from '../../../projections/without-marks.js'
import { emptyLine, type Line } from '../frame.js'
import type { TuiState } from '../state.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'
import { awayLines } from './away-lines.js'
import { spaced, wordsLines } from './block-lines.js'
import { liveCallLines } from './live-call-lines.js'
import { lookOf } from './look-of.js'
import { nextStepLines } from './next-step-lines.js'
import { firstLine } from './overview-lines.js'
import { retryLines } from './retry-lines.js'
import { streamingThinking } from './thinking-lines.js'

/** What streams right now, the wait before another attempt, and what one can do after a rest. */
export const liveLines = (state: TuiState): ReadonlyArray<Line> => {
  const look = lookOf(state)
  const blocks = state.live.blocks.flatMap((block) => spaced(streamed(block, look, state), look))
  return [
    ...blocks,
    ...silenceLines(state),
    ...retryLines(state),
    ...nextStepLines(state),
    ...awayLines(state),
  ]
}

const silentFromMs = 3000

// A model that says nothing for a while is no program that hangs.
const silenceLines = ({ clock, live, nowMs, size }: TuiState): ReadonlyArray<Line> => {
  const { silent } = clock
  if (silent === undefined || live.retry !== undefined) return []
  const ms = nowMs - silent.atMs
  if (ms < silentFromMs) return []
  const text = `waiting for the model · ${silent.over ? 'over ' : ''}${elapsedWords(ms)}`
  return [...led('… ', text, { look: size, style: 'dim' }), emptyLine]
}

const streamed = (block: InFlightBlock, look: Look, state: TuiState): ReadonlyArray<Line> => {
  switch (block.kind) {
    case 'text':
      return look.detail === 'overview'
        ? [firstLine('', withoutMarks(block.text), { look, style: 'plain' })]
        : wordsLines({ text: block.text, partial: false }, look)
    case 'thinking':
      return streamingThinking(block.text, thinkingMs(block, state), look)
    case 'tool_call':
      return liveCallLines(block, look)
  }
}

// Only the newest block still grows.
const thinkingMs = (block: InFlightBlock, { clock, live, nowMs }: TuiState): number | undefined =>
  clock.thinking !== undefined && live.blocks.at(-1) === block
    ? Math.max(0, nowMs - clock.thinking.atMs)
    : undefined
