import type { TuiState } from '../state.js'
import { documentOf } from '../transcript/document.js'
import { type LineMatch, matchesIn } from './line-matches.js'

/** Where the words of the search stand in the lines of an element: nowhere if they are folded away. */
export const matchesOf = (element: number, state: TuiState): ReadonlyArray<LineMatch> => {
  const { search } = state
  // Without marks, so that the lines are those that were measured before.
  const lines = documentOf({ ...state, search: undefined }).linesOf(element)
  return search?.needle === undefined ? [] : matchesIn(search.needle, lines)
}
