import { itemAt } from '../../../projections/transcript/sequence.js'
import type { Transcript } from '../../../projections/transcript/transcript.js'
import { emptyLine, type Line } from '../frame.js'
import { keyFor } from '../keys/keymap.js'
import { modeOf, type TuiState } from '../state.js'
import { led } from '../text/led.js'
import { pausedWords } from './mark-lines.js'

/**
 * What one can do now that the newest turn does not go on by itself: behind its last mark, as long
 * as it is the last. A turn whose Pod had ended says so before its log does.
 */
export const nextStepLines = (state: TuiState): ReadonlyArray<Line> => {
  const { size: look, transcript } = state
  const mode = modeOf(state)
  if (mode === 'paused' && transcript.work?.since !== undefined)
    return [...led('— ', pausedWords('crash'), { look, style: 'warning' }), emptyLine]
  if (mode !== 'idle') return []
  const words = nextWords(state)
  return words === '' ? [] : [...led('  ', words, { look, style: 'dim' }), emptyLine]
}

const nextWords = ({ transcript, queue, keymap }: TuiState): string => {
  const key = keyFor('enter', keymap)
  switch (transcript.ending?.result) {
    case 'errored':
      if (saysIt(transcript)) return ''
      return queue.length > 0
        ? `${key} to run the next queued · or type another message`
        : `${key} to try again · or type another message`
    case 'limit_reached':
      return 'type to go on from here'
    case 'cancelled':
    case 'finished':
    case undefined:
      return ''
  }
}

// Many errors end with what to press.
const saysIt = ({ blocks }: Transcript): boolean => {
  const last = itemAt(blocks.length - 1, blocks)
  return last?.kind === 'mark' && last.mark === 'ended' && /\bEnter\b/.test(last.error)
}
