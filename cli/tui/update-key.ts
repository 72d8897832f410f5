import { editorAction } from './editor/edit-action.js'
import { isEmpty } from './editor/editor.js'
import { openPaste } from './editor/open-paste.js'
import { editOutside } from './editor/update-outside.js'
import { typed } from './editor/update-text.js'
import { type Action, actionOf, keyFor } from './keys/keymap.js'
import { overlayAction } from './menu/update-overlay.js'
import type { KeyMessage } from './message.js'
import { takeBack } from './pod/take-back.js'
import { enter } from './pod/update-enter.js'
import { cancel, disarmed, interrupt, shutdown } from './pod/update-stop.js'
import { searchKey, searchPassed } from './search/update-search.js'
import { type Detail, modeOf, type Step, step, type TuiState, withHint } from './state.js'
import { isLogBroken } from './status/status-words.js'
import { scrollAction } from './transcript/scroll.js'
import { nextTurn, previousTurn } from './transcript/turn-jump.js'

/** What a key does in this state. Any other key than the armed one disarms a double press. */
export const updateKey = (key: KeyMessage, state: TuiState): Step => {
  const action = actionOf(key.name, state.keymap)
  const searched = searchKey(action, key, state)
  if (searched !== undefined) return searched
  if (action === undefined) return step(state)
  const ready = state.armed?.action === action ? state : disarmed(state)
  const now = { ...searchPassed(action, ready), nowMs: key.atMs }
  return overlayAction(action, key, now) ?? act(action, key, now)
}

// eslint-disable-next-line max-lines-per-function -- one exhaustive switch
const act = (action: Action, key: KeyMessage, state: TuiState): Step => {
  switch (action) {
    case 'interrupt':
      return interrupt(key, state)
    case 'cancel':
      return cancel(key, state)
    case 'shutdown_or_delete':
      return isEmpty(state.editor) ? shutdown(key, state) : step(editorAction('delete', state))
    case 'enter':
      return enter(key, state)
    case 'newline':
      return step(typed('\n', state))
    case 'take_back':
      return takeBack(key, state)
    case 'scroll_line_up':
    case 'scroll_line_down':
    case 'scroll_page_up':
    case 'scroll_page_down':
    case 'scroll_start':
    case 'scroll_end':
      return scrollAction(action, key, state)
    case 'turn_previous':
      return previousTurn(key, state)
    case 'turn_next':
      return step(nextTurn(state))
    case 'detail':
      return step({ ...state, detail: nextDetail[state.detail] })
    case 'open_paste':
      return step(openPaste(key, state))
    case 'edit_outside':
      return editOutside(state)
    case 'escape':
      return step(escape(key, state))
    case 'complete':
      return step(state)
    case 'suspend':
      return step(state, { type: 'Suspend' })
    case 'repaint':
      return step(state, { type: 'Repaint' })
    default:
      return step(editorAction(action, state))
  }
}

const nextDetail: Readonly<Record<Detail, Detail>> = {
  detail: 'normal',
  normal: 'overview',
  overview: 'detail',
}

const escape = (key: KeyMessage, state: TuiState): TuiState =>
  modeOf(state) === 'running' && !isLogBroken(state)
    ? ofKey(withHint('info', escapeWords(state), { ...key, state }))
    : { ...state, hint: undefined }

const ofKey = (state: TuiState): TuiState => ({
  ...state,
  hint: state.hint && { ...state.hint, isOfKey: true },
})

const escapeWords = ({ keymap }: TuiState): string =>
  `Esc stops nothing: ${keyFor('interrupt', keymap)} pauses, ${keyFor('cancel', keymap)} cancels.`
