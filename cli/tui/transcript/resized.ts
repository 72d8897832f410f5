import type { TuiState } from '../state.js'
import { viewportHeight } from '../view.js'
import { documentOf, endPlace, isBefore } from './document.js'

/**
 * The state on a screen of another size. What was at the top stays there: the same block, and of a
 * long one about the same words, whose line is another one when lines are longer or shorter.
 */
export const resized = (size: TuiState['size'], state: TuiState): TuiState =>
  followingWhereAllIsSeen(placed(size, state))

// Nothing is left to scroll to, so what comes is to be seen as well.
const followingWhereAllIsSeen = (state: TuiState): TuiState => {
  const open: TuiState = { ...state, scroll: { tag: 'following' } }
  const end = endPlace(documentOf(open), viewportHeight(open))
  return state.scroll.tag === 'held' && isBefore(state.scroll, end) ? state : open
}

const placed = (size: TuiState['size'], state: TuiState): TuiState => {
  const { scroll } = state
  const next = { ...state, size }
  if (scroll.tag !== 'held' || scroll.line === 0 || size.width === state.size.width) return next
  const { element } = scroll
  const before = documentOf(state).linesOf(element).length
  const after = documentOf(next).linesOf(element).length
  const line = Math.round((scroll.line * after) / Math.max(1, before))
  return { ...next, scroll: { tag: 'held', element, line: Math.max(0, Math.min(line, after - 1)) } }
}
