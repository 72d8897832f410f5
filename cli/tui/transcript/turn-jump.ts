import { itemAt } from '../../../projections/transcript/sequence.js'
import type { KeyMessage } from '../message.js'
import { type Step, step, type TuiState } from '../state.js'
import { viewportHeight } from '../view.js'
import { documentOf, endPlace, isBefore } from './document.js'
import { askOlder } from './scroll.js'

/** The state with the input of the turn before at the top; older records are asked for at the start. */
export const previousTurn = (key: KeyMessage, state: TuiState): Step => {
  const top = topOf(state)
  const from = top.line > 0 ? top.element : top.element - 1
  const element = inputAt(from, -1, state)
  return element === undefined
    ? askOlder(key, { ...state, scroll: { tag: 'held', element: 0, line: 0 } })
    : step({ ...state, scroll: { tag: 'held', element, line: 0 } })
}

/** The state with the input of the next turn at the top; behind the last one the end is followed. */
export const nextTurn = (state: TuiState): TuiState => {
  const element = inputAt(topOf(state).element + 1, 1, state)
  const place = element === undefined ? undefined : { element, line: 0 }
  return place !== undefined && isBefore(place, endOf(state))
    ? { ...state, scroll: { tag: 'held', ...place } }
    : { ...state, scroll: { tag: 'following' } }
}

const topOf = (state: TuiState) => (state.scroll.tag === 'held' ? state.scroll : endOf(state))

const endOf = (state: TuiState) => endPlace(documentOf(state), viewportHeight(state))

/** The nearest element from here on that is a person's or a Pod's input. */
const inputAt = (from: number, by: 1 | -1, { transcript }: TuiState): number | undefined => {
  const { blocks } = transcript
  let element = from
  while (element >= 1 && element <= blocks.length) {
    if (itemAt(element - 1, blocks)?.kind === 'input') return element
    element += by
  }
  return undefined
}
