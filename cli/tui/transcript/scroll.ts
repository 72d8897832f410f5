import { limits } from '../../../domain/limits.js'
import type { Method } from '../../../domain/protocol/method.js'
import type { Action } from '../keys/keymap.js'
import type { KeyMessage } from '../message.js'
import { type Step, step, type TuiState } from '../state.js'
import { viewportHeight } from '../view.js'
import { documentOf, endPlace, isBefore, type Place, placeBeyond } from './document.js'

type ScrollAction = Extract<Action, `scroll_${string}`>

type HistoryParams = NonNullable<Extract<Method, { method: 'get_history' }>['params']>

const wheelLines = 3

/**
 * The state scrolled. Leaving the end stops following, reaching it follows again; at the very top
 * older records are asked for when the Pod has more.
 */
export const scrollAction = (action: ScrollAction, key: KeyMessage, state: TuiState): Step => {
  const page = Math.max(1, viewportHeight(state) - 2)
  const lines = key.name.startsWith('Wheel') ? wheelLines : 1
  switch (action) {
    case 'scroll_line_up':
      return scrollBy(-lines, key, state)
    case 'scroll_line_down':
      return scrollBy(lines, key, state)
    case 'scroll_page_up':
      return scrollBy(-page, key, state)
    case 'scroll_page_down':
      return scrollBy(page, key, state)
    case 'scroll_start':
      return askOlder(key, { ...state, scroll: { tag: 'held', element: 0, line: 0 } })
    case 'scroll_end':
      return step({ ...state, scroll: { tag: 'following' } })
  }
}

const scrollBy = (lines: number, key: KeyMessage, state: TuiState): Step => {
  const document = documentOf(state)
  const end = endPlace(document, viewportHeight(state))
  const { scroll } = state
  const from: Place = scroll.tag === 'held' ? scroll : end
  const to = placeBeyond(document, from, lines)
  if (!isBefore(to, end)) return step({ ...state, scroll: { tag: 'following' } })
  const held: TuiState = { ...state, scroll: { tag: 'held', ...to } }
  return to.element === 0 && to.line === 0 ? askOlder(key, held) : step(held)
}

/** Asks for a page of older records when the Pod has some and was not asked already. */
export const askOlder = ({ id }: Pick<KeyMessage, 'id'>, state: TuiState): Step => {
  const before = state.transcript.first ?? 0
  const asked = state.calls.some(({ kind }) => kind === 'history')
  if (before === 0 || asked || state.connection.tag !== 'live') return step(state)
  const params = { before, limit: limits.historyLimitDefault } as HistoryParams
  return step(
    { ...state, calls: [...state.calls, { kind: 'history', id }] },
    { type: 'Send', method: { method: 'get_history', params, id } },
  )
}
