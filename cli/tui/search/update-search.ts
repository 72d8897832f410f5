import { isEmpty } from '../editor/editor.js'
import type { Action } from '../keys/keymap.js'
import type { KeyMessage, Message } from '../message.js'
import { type Step, step, type TuiState } from '../state.js'
import { clusters } from '../text/clusters.js'
import { withoutNewlines } from '../text/without-newlines.js'
import { askOlder } from '../transcript/scroll.js'
import { isFirstHit, moveHit, openSearch, sought } from './search.js'
import type { Search } from './search-state.js'

type TextMessage = Extract<Message, { readonly type: 'Text' | 'Paste' }>

/**
 * What typed or pasted text does to a search: `/` opens one while the transcript is scrolled and
 * nothing is being written. Undefined when the text is for the editor, with any search ended.
 */
export const searchText = (message: TextMessage, state: TuiState): Step | undefined => {
  const { type, text } = message
  const { search, scroll, overlay } = state
  if (search?.phase === 'typing') return step(sought(search.words + withoutNewlines(text), state))
  if (search !== undefined && type === 'Text' && text === 'n') return step(moveHit(1, state))
  if (search !== undefined && type === 'Text' && text === 'N') return hitBefore(message, state)
  const opens = type === 'Text' && text.startsWith('/') && isEmpty(state.editor)
  const isSeen = scroll.tag === 'held' && overlay.panel === undefined
  return opens && isSeen ? step(openSearch(text.slice(1), state)) : undefined
}

/** What a key does while a search is open; undefined when it does what it always does. */
export const searchKey = (
  action: Action | undefined,
  key: KeyMessage,
  state: TuiState,
): Step | undefined => {
  const { search } = state
  if (search === undefined) return undefined
  switch (action) {
    case 'down':
      return step(moveHit(1, state))
    case 'up':
      return hitBefore(key, state)
    case 'enter':
      return step(entered(search, state))
    case 'escape':
      return step(left(search, state))
    default:
      return search.phase === 'typing' ? editing(action, search, state) : undefined
  }
}

/** The state in which any other action is done: one that moves the transcript keeps the search. */
export const searchPassed = (action: Action, state: TuiState): TuiState =>
  isMoving(action) ? state : endSearch(state)

const moving: ReadonlyArray<Action> = ['detail', 'suspend', 'repaint', 'interrupt', 'cancel']

const isMoving = (action: Action): boolean =>
  moving.includes(action) || action.startsWith('scroll_') || action.startsWith('turn_')

/** The state without a search; its place is kept. */
export const endSearch = (state: TuiState): TuiState =>
  state.search === undefined ? state : { ...state, search: undefined }

// At the first place of what is loaded the Pod is asked for what is older.
const hitBefore = (asking: Pick<KeyMessage, 'id'>, state: TuiState): Step =>
  isFirstHit(state) && hasOlder(state) ? askOlder(asking, state) : step(moveHit(-1, state))

const hasOlder = ({ transcript }: TuiState): boolean => (transcript.first ?? 0) > 0

const entered = (search: Search, state: TuiState): TuiState =>
  search.phase === 'kept' || search.at === undefined
    ? endSearch(state)
    : { ...state, search: { ...search, phase: 'kept' } }

const left = ({ phase, origin }: Search, state: TuiState): TuiState =>
  endSearch(phase === 'kept' ? state : { ...state, scroll: { tag: 'held', ...origin } })

const editing = (action: Action | undefined, search: Search, state: TuiState): Step | undefined => {
  switch (action) {
    case 'backspace':
      return step(
        search.words === ''
          ? left(search, state)
          : sought(clusters(search.words).slice(0, -1).join(''), state),
      )
    case 'kill_line_start':
    case 'kill_all':
    case 'kill_word':
      return step(sought('', state))
    default:
      return action !== undefined && isMoving(action) ? undefined : step(state)
  }
}
