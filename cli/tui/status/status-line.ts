import { type Line, span } from '../frame.js'
import type { TuiState } from '../state.js'
import { wrapWords } from '../text/wrap.js'
import { type DoingParts, doingRows } from './doing-rows.js'
import { numberParts } from './status-numbers.js'
import { fitParts } from './status-parts.js'
import { compactForm, enterForms, interruptForms, isEnterNews, stateWords } from './status-words.js'

/**
 * The lines at the bottom, at most `rows`: the state with what Enter and Ctrl-C do next, and the
 * numbers; without a line to the Pod why there is none. What a narrow screen has no room for beside
 * the state takes the room of the numbers.
 */
export const statusLines = (state: TuiState, rows = rowsMax): ReadonlyArray<Line> => {
  const { width } = state.size
  const [first = [], ...more] = doingRows(doingParts(state), { width, rows })
  const numbers = hasNumbers(state) ? numberParts(state) : []
  const rest = more.map((parts, at) =>
    fitParts(at === more.length - 1 ? [...parts, ...numbers] : parts, width),
  )
  const below = more.length > 0 || numbers.length === 0 ? [] : [fitParts(numbers, width)]
  return [fitParts(first, width), ...rest, ...below, ...away(state)].slice(0, rows)
}

// The state, what Enter and Ctrl-C do, and why there is no line to the Pod.
const rowsMax = 7

// Numbers have the ranks from 1 on.
const doingParts = (state: TuiState): DoingParts => ({
  state: { ...stateWords(state), rank: -3 },
  enter: { forms: enterForms(state), rank: -2, style: 'plain', compact: compactForm },
  interrupt: { forms: interruptForms(state), rank: -1, style: 'plain', compact: compactForm },
  goesFirst: isEnterNews(state) ? 'interrupt' : 'enter',
})

// While there is no line to the Pod its numbers say little; why there is none says more.
const hasNumbers = ({ connection: { tag } }: TuiState): boolean =>
  tag !== 'ended' && tag !== 'starting' && tag !== 'broken'

const awayLinesMax = 4

const away = ({ connection, size }: TuiState): ReadonlyArray<Line> =>
  connection.tag !== 'broken'
    ? []
    : wrapWords(connection.reason, size.width)
        .slice(0, awayLinesMax)
        .filter((words) => words !== '')
        .map((words) => [span(words, 'dim')])
