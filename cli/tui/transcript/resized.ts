import type { TuiState } from '../state.js'
import { documentOf } from './document.js'

/**
 * The state on a screen of another size. What was at the top stays there: the same block, and of a
 * long one about the same words, whose line is another one when lines are longer or shorter.
 */
export const resized = (size: TuiState['size'], state: TuiState): TuiState => {
  const { scroll } = state
  const next = { ...state, size }
  if (scroll.tag !== 'held' || scroll.line === 0 || size.width === state.size.width) return next
  const { element } = scroll
  const before = documentOf(state).linesOf(element).length
  const after = documentOf(next).linesOf(element).length
  const line = Math.round((scroll.line * after) / Math.max(1, before))
  return { ...next, scroll: { tag: 'held', element, line: Math.max(0, Math.min(line, after - 1)) } }
}
