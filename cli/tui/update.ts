import { withoutPastHint } from './editor/draft-hint.js'
import { editedOutside } from './editor/update-outside.js'
import { pasted, typed } from './editor/update-text.js'
import { filesFound, withMenu } from './menu/update-menu.js'
import type { Message } from './message.js'
import { withPanelAsked } from './panel/open-panel.js'
import { looked } from './panel/update-panel.js'
import { hungAtMs } from './pod/is-hung.js'
import { isTicking } from './pod/live-clock.js'
import { notStarted } from './pod/start-again.js'
import { connected, disconnected } from './pod/update-connection.js'
import { notified } from './pod/update-notified.js'
import { isLooking, lookOn } from './search/search.js'
import { endSearch, searchText } from './search/update-search.js'
import { armedMs, type Step, step, type TuiState, withHint } from './state.js'
import { resized } from './transcript/resized.js'
import { updateKey } from './update-key.js'

/** The whole behaviour of the TUI: what a message makes of the state, and what it asks for. */
export const update = (state: TuiState, message: Message): Step => {
  const next = withMenu(message, state, stepOf(state, message))
  return step(withoutPastHint(next.state), ...next.commands)
}

const stepOf = (state: TuiState, message: Message): Step => {
  switch (message.type) {
    case 'Key':
      return updateKey(message, state)
    case 'Text':
      return searchText(message, state) ?? step(typed(message.text, endSearch(state)))
    case 'Paste':
      return searchText(message, state) ?? step(pasted(message, endSearch(state)))
    case 'Resize':
      return step(resized({ width: message.width, height: message.height }, state))
    case 'Connected':
      return connected(state)
    case 'Disconnected':
      return disconnected(message, state)
    case 'NotStarted':
      return notStarted(message, state)
    case 'Notified':
      return withPanelAsked(notified(message, state))
    case 'Edited':
      return step(editedOutside(message, state))
    case 'Said':
      return step(withHint('error', message.text, { ...message, state }))
    case 'Tick':
      return step(lookOn(ticked(message.atMs, state)))
    case 'PanelRead':
      return step(looked(message, state))
    case 'FilesFound':
      return step(filesFound(message, state))
  }
}

/** When the shell shall send the next Tick, in monotonic ms; undefined when nothing will change. */
export const nextTickMs = (state: TuiState, nowMs: number): number | undefined => {
  const { hint, armed } = state
  const hungMs = hungAtMs(state)
  const ends = [hint?.untilMs, armed && armed.atMs + armedMs].filter((ms) => ms !== undefined)
  // What is over and still there has not had its Tick: one came too early, or a key instead of it.
  const waits = [
    ...ends.map((ms) => Math.max(ms, nowMs)),
    ...(hungMs !== undefined && state.nowMs <= hungMs ? [Math.max(hungMs, nowMs)] : []),
  ]
  const counts =
    state.live.retry !== undefined || state.connection.tag === 'broken' || isTicking(state.clock)
  return [...waits, ...(counts ? [nowMs + 1000] : []), ...(isLooking(state) ? [nowMs] : [])]
    .sort((a, b) => a - b)
    .at(0)
}

const ticked = (atMs: number, state: TuiState): TuiState => ({
  ...state,
  nowMs: atMs,
  hint: state.hint !== undefined && state.hint.untilMs <= atMs ? undefined : state.hint,
  armed: state.armed !== undefined && state.armed.atMs + armedMs <= atMs ? undefined : state.armed,
})
