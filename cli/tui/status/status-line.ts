import { type Line, span } from '../frame.js'
import type { TuiState } from '../state.js'
import { wrapText } from '../text/wrap.js'
import { numberParts } from './status-numbers.js'
import { fitParts, type StatusPart } from './status-parts.js'
import { enterForms, interruptForms, stateWords } from './status-words.js'

/**
 * The lines at the bottom: the state with what Enter and Ctrl-C do next, and the numbers; without a
 * line to the Pod why there is none, in up to four lines.
 */
export const statusLines = (state: TuiState): ReadonlyArray<Line> => [
  fitParts(doingParts(state), state.size.width),
  ...below(state),
]

const doingParts = (state: TuiState): ReadonlyArray<StatusPart> => [
  { ...stateWords(state), rank: 1 },
  { forms: enterForms(state), rank: 2, style: 'plain' },
  { forms: interruptForms(state), rank: 3, style: 'plain' },
]

const awayLinesMax = 4

// While there is no line to the Pod its numbers say little; why there is none says more.
const below = (state: TuiState): ReadonlyArray<Line> => {
  const { connection, size } = state
  if (connection.tag === 'ended' || connection.tag === 'starting') return []
  if (connection.tag !== 'broken') return [fitParts(numberParts(state), size.width)]
  return wrapText(connection.reason, size.width)
    .slice(0, awayLinesMax)
    .filter((words) => words !== '')
    .map((words) => [span(words, 'dim')])
}
