import { isEmpty } from '../editor/editor.js'
import type { Style } from '../frame.js'
import { type Action, keyFor } from '../keys/keymap.js'
import { offeredForms } from '../menu/offered-forms.js'
import { isHung } from '../pod/is-hung.js'
import { canResume } from '../pod/update-enter.js'
import { type Mode, modeOf, type TuiState } from '../state.js'

/** Words for the same, the longest first. */
export type Forms = ReadonlyArray<string>

const styles: Readonly<Record<Mode, Style>> = {
  offline: 'error',
  idle: 'ok',
  running: 'accent',
  stopping: 'warning',
  paused: 'warning',
}

/** Whether the Pod refuses input because its log cannot be written; nothing runs meanwhile. */
export const isLogBroken = (state: TuiState): boolean =>
  state.status?.storage === 'failed' && modeOf(state) !== 'offline'

/** What the Pod is doing, and how it looks. */
export const stateWords = (state: TuiState): { readonly forms: Forms; readonly style: Style } => {
  const mode = modeOf(state)
  if (isLogBroken(state))
    return { forms: ['the log cannot be written', 'log not written', 'log fails'], style: 'error' }
  return { forms: modeForms(mode, state), style: styles[mode] }
}

const modeForms = (mode: Mode, state: TuiState): Forms => {
  const { status } = state
  if (mode === 'offline') return offlineForms(state)
  return mode === 'stopping' && status?.stopping !== undefined
    ? [`stopping (${status.stopping})`, 'stopping']
    : [mode]
}

const offlineForms = ({ connection, nowMs }: TuiState): Forms => {
  switch (connection.tag) {
    case 'connecting':
      return ['connecting to the Pod', 'connecting']
    case 'greeting':
    case 'live':
      return ['waiting for the Pod', 'waiting']
    case 'broken': {
      const seconds = Math.max(0, (connection.retryAtMs - nowMs) / 1000).toFixed(0)
      return [`connection lost, trying again in ${seconds} s`, 'connection lost', 'lost']
    }
    case 'ended':
      return connection.how === 'died'
        ? ['the Pod has died', 'Pod died', 'died']
        : ['the Pod has shut down', 'Pod shut down', 'shut down']
    case 'starting':
      return ['starting the Pod again', 'starting']
  }
}

/** What Enter does next. */
export const enterForms = (state: TuiState): Forms => {
  const offered = offeredForms(state)
  if (offered !== undefined) return offered
  const empty = isEmpty(state.editor)
  const key = keyFor('enter', state.keymap)
  if (state.search !== undefined) return searchForms(key, state.search)
  if (isLogBroken(state))
    return ['input is refused until it can be', 'input is refused', 'no input']
  switch (modeOf(state)) {
    case 'paused':
      return empty
        ? [`${key} to resume, type to start new turn`, `${key} to resume`, `${key}: resume`]
        : aheadOf(state.queue.length, [`${key} to start a new turn`, `${key}: new turn`])
    case 'running':
      return empty ? ['type to queue'] : [`${key} to queue`, `${key}: queue`]
    case 'stopping':
      return empty && state.keptResume === undefined
        ? []
        : [`${key} is kept until it has stopped`, `${key} is kept`]
    case 'offline':
      return awayForms(key, empty, state)
    case 'idle':
      return idleForms(key, empty, state)
  }
}

// What is typed now goes before what was queued earlier.
const aheadOf = (waiting: number, [long, short]: readonly [string, string]): Forms =>
  waiting === 0
    ? [long, short]
    : [`${long}, ahead of ${waiting} queued`, `${long} first`, `${short} first`]

const awayForms = (key: string, empty: boolean, { connection }: TuiState): Forms => {
  if (connection.tag === 'ended') return [`${key} to start it again`, `${key}: start again`]
  return empty ? [] : [`${key} is kept until the Pod answers`, `${key} is kept`]
}

const searchForms = (key: string, { phase, at }: NonNullable<TuiState['search']>): Forms =>
  phase === 'typing' && at !== undefined
    ? [`${key} to stay here`, `${key}: stay`]
    : [`${key} to end the search`, `${key}: end`]

const idleForms = (key: string, empty: boolean, state: TuiState): Forms => {
  if (!empty) return aheadOf(state.queue.length, [`${key} to send`, `${key}: send`])
  if (!canResume(state)) return ['type to start']
  return state.queue.length > 0
    ? [`${key} to run the next queued`, `${key}: run next`]
    : [`${key} to try again`, `${key}: try again`]
}

/** What Ctrl-C does next; while the turn stops, what does more than that. */
export const interruptForms = (state: TuiState): Forms => {
  const mode = isLogBroken(state) ? 'idle' : modeOf(state)
  if (mode === 'running') return keyForms('interrupt', 'to pause', state)
  if (mode === 'stopping' && !isHung(state.nowMs, state))
    return state.status?.stopping === 'cancel' ? [] : keyForms('cancel', 'to cancel', state)
  if (state.armed?.action === 'interrupt') return keyForms('interrupt', 'to leave', state)
  const key = keyFor('interrupt', state.keymap)
  return key === '' ? [] : [`${key} twice to leave`, `${shortKey(key)} twice: leave`]
}

// The short form keeps the last word.
const keyForms = (action: Action, does: string, { keymap }: TuiState): Forms => {
  const key = keyFor(action, keymap)
  return key === '' ? [] : [`${key} ${does}`, `${key}: ${does.split(' ').at(-1)}`]
}

/** Whether Enter does something here that nobody would guess: nothing is typed. */
export const isEnterNews = (state: TuiState): boolean =>
  isEmpty(state.editor) &&
  (modeOf(state) === 'paused' || canResume(state) || state.connection.tag === 'ended')

/**
 * The shortest way to say what a key does, as `^C pause` or, pressed twice, `^C^C leave`; that it
 * goes first is left to the queue.
 */
export const compactForm = (forms: Forms): string =>
  shortKey(forms.at(-1) ?? '')
    .replace(/^(\^.) twice/, '$1$1')
    .replace(': ', ' ')
    .replace(/ first$/, '')

const shortKey = (words: string): string => words.replace(/^Ctrl-(.)(?=:|$)/, '^$1')
