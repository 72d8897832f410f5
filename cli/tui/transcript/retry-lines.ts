import { attemptWords } from '../../../projections/retry-words.js'
import { elapsedWords } from '../../../projections/time-words.js'
import { emptyLine, type Line } from '../frame.js'
import type { TuiState } from '../state.js'
import { led } from '../text/led.js'

/** Why the model did not answer, and when it is asked again; nothing while it answers. */
export const retryLines = ({ live, retryAtMs, nowMs, size }: TuiState): ReadonlyArray<Line> => {
  if (live.retry === undefined) return []
  const seconds = Math.ceil(Math.max(0, retryAtMs - nowMs) / 1000) * 1000
  const when = seconds === 0 ? 'Trying again now' : `Trying again in ${elapsedWords(seconds)}`
  const text = `${live.retry.message} ${when} (${attemptWords(live.retry)})`
  return [...led('! ', text, { look: size, style: 'warning' }), emptyLine]
}
