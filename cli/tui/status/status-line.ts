import { type Line, span } from '../frame.js'
import type { TuiState } from '../state.js'
import { wrapText } from '../text/wrap.js'
import { numberParts } from './status-numbers.js'
import { fitParts, type StatusPart } from './status-parts.js'
import { enterForms, interruptForms, stateWords } from './status-words.js'

/**
 * The lines at the bottom: the state with what Enter and Ctrl-C do next, and the numbers; without a
 * Pod why it is away and how to come back, in up to four lines.
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

const awayLinesMax = 2

// While there is no Pod its numbers say little; why it is away says more.
const below = (state: TuiState): ReadonlyArray<Line> => {
  const { connection, size } = state
  if (connection.tag !== 'broken') return [fitParts(numberParts(state), size.width)]
  const why = wrapText(connection.reason, size.width).slice(0, awayLinesMax)
  const how = wrapText(comeBack(state), size.width).slice(0, awayLinesMax)
  return [...why, ...how].filter((words) => words !== '').map((words) => [span(words, 'dim')])
}

// A session begins with the first thing that happens in it.
const comeBack = ({ pod, total }: TuiState): string =>
  pod === undefined || total === 0 ? '' : `If it stays away: yoi --session ${pod.session}`
