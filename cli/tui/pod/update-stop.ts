import { shellWord } from '../../../domain/shell-word.js'
import type { KeyMessage } from '../message.js'
import { type Asked, armedMs, modeOf, type Step, step, type TuiState, withHint } from '../state.js'
import { isLogBroken } from '../status/status-words.js'
import { safeLine } from '../text/safe-text.js'
import { farewellText } from './farewell.js'
import { isHung } from './is-hung.js'

/** Ctrl-C: pause what runs; else leave at the second press. The Pod stays. */
export const interrupt = (key: KeyMessage, state: TuiState): Step => {
  // All work was aborted then, and a pause would be refused.
  if (isLogBroken(state)) return leave(key, state)
  switch (modeOf(state)) {
    case 'running':
      return ask('pause', key, state)
    case 'stopping':
      return isHung(key.atMs, state) ? leave(key, state) : step(state)
    case 'offline':
    case 'idle':
    case 'paused':
      return leave(key, state)
  }
}

/** Ctrl-X: cancel what runs or stops; else only a hint. */
export const cancel = (key: KeyMessage, state: TuiState): Step => {
  switch (modeOf(state)) {
    case 'running':
    case 'stopping':
      return ask('cancel', key, state)
    case 'paused':
      return step(withHint('info', restsWords(state), { ...key, state }))
    case 'idle':
    case 'offline':
      return step(withHint('info', 'Nothing runs.', { ...key, state }))
  }
}

// What rests can be ended for good all the same.
const restsWords = ({ pod }: TuiState): string => {
  const name = pod === undefined ? '<pod>' : shellWord(safeLine(pod.pod))
  return `Nothing runs: the turn is paused. A new message ends it for good, or: yoi ctl ${name} abandon`
}

/** Ctrl-D in an empty editor: shut the Pod down, at the second press while a turn runs. */
export const shutdown = (key: KeyMessage, state: TuiState): Step => {
  const mode = modeOf(state)
  if (mode === 'offline') {
    const text = `Not connected to the Pod: press ${key.name} again when it is.`
    return step(withHint('info', text, { ...key, state }))
  }
  if ((mode === 'running' || mode === 'stopping') && !isSecond('shutdown_or_delete', key, state))
    return step(armed('shutdown_or_delete', key, state))
  const { id } = key
  return step(
    { ...state, armed: undefined, leaving: true, calls: [...state.calls, { kind: 'other', id }] },
    { type: 'Send', method: { method: 'shutdown', id } },
  )
}

const leave = (key: KeyMessage, state: TuiState): Step =>
  isSecond('interrupt', key, state)
    ? step(state, { type: 'Quit', farewell: { reason: 'left', text: farewellText('left', state) } })
    : step(armed('interrupt', key, state))

/** What is done at the second press of a key. */
type Twice = 'interrupt' | 'shutdown_or_delete'

const isSecond = (action: Twice, { atMs }: KeyMessage, { armed }: TuiState): boolean =>
  armed !== undefined && armed.action === action && atMs - armed.atMs <= armedMs

const purposes: Readonly<Record<Twice, string>> = {
  interrupt: 'leave. The Pod stays.',
  shutdown_or_delete: 'shut the Pod down. The turn can be resumed.',
}

const armed = (action: Twice, { name, atMs }: KeyMessage, state: TuiState): TuiState => ({
  ...state,
  armed: { action, atMs },
  hint: {
    level: 'warning',
    text: `Press ${name} again within 3 s to ${purposes[action]}`,
    untilMs: atMs + armedMs,
    isOfKey: true,
  },
})

/** Without a press that waits for its second, and without what was said of the last key. */
export const disarmed = (state: TuiState): TuiState => ({
  ...state,
  armed: undefined,
  hint: state.hint?.isOfKey === true ? undefined : state.hint,
})

const ask = (method: 'pause' | 'cancel', key: KeyMessage, state: TuiState): Step => {
  const { id, atMs } = key
  const asked: Asked = { kind: 'stop', id, acked: false, atMs }
  return step({ ...state, asked }, { type: 'Send', method: { method, id } })
}
