import type { Effect, Report } from '../effect.js'
import type { Notification } from '../protocol/notification.js'
import type { LiveDelta } from '../reply.js'
import type { Turn } from '../turn/turn.js'
import { awaitsReply, retriesOf, retryAfter } from './decide-report.js'
import { backedOff, streamed } from './live.js'
import { runningTurn, type State } from './state.js'

/** What a report changes that is not in the log: shown at once, and the timer of a retry. */
export type Observed = {
  readonly state: State
  readonly notifications: ReadonlyArray<Notification>
  readonly effects: ReadonlyArray<Effect>
}

/** The part of an awaited report that gives no event. Nothing for a stale one. */
export const observe = (report: Report, state: State): Observed => {
  const turn = runningTurn(state)
  if (turn === undefined || !awaitsReply(state, report.cause)) return nothing(state)
  switch (report.type) {
    case 'ReplyStreamed':
      return shown(report.delta, turn, state)
    case 'ReplyFailed':
      return failed(report, turn, state)
    case 'ReplyCompleted':
    case 'ToolReported':
    case 'HookReported':
    case 'TimerFired':
      return nothing(state)
  }
}

const nothing = (state: State): Observed => ({ state, notifications: [], effects: [] })

const shown = (delta: LiveDelta, turn: Turn, state: State): Observed => ({
  state: { ...state, live: streamed(state.live, delta) },
  notifications: [liveNotification(delta, turn)],
  effects: [],
})

const liveNotification = (delta: LiveDelta, turn: Turn): Notification => {
  const place = { turn: turn.id, round: turn.request?.round ?? 1 }
  switch (delta.kind) {
    case 'text': {
      const { block, text } = delta
      return { event: 'text_delta', data: { ...place, block, text } }
    }
    case 'thinking': {
      const { block, text } = delta
      return { event: 'thinking_delta', data: { ...place, block, text } }
    }
    case 'tool_call': {
      const { block, call, name } = delta
      return { event: 'tool_call_start', data: { ...place, block, call, name } }
    }
    case 'tool_args':
      return { event: 'tool_args_delta', data: { call: delta.call, text: delta.text } }
    case 'usage':
      return { event: 'usage', data: { ...place, ...delta.usage } }
  }
}

const failed = (
  { failure, cause }: Extract<Report, { readonly type: 'ReplyFailed' }>,
  turn: Turn,
  state: State,
): Observed => {
  const waitMs = retryAfter(failure, state)
  if (waitMs === undefined) return nothing(state)
  const live = backedOff(state.live, cause)
  const data = {
    turn: turn.id,
    attempt: live.failures,
    of: retriesOf(state),
    wait_ms: waitMs,
    code: failure.code,
    message: failure.message,
  }
  return {
    state: { ...state, live },
    notifications: [{ event: 'retry', data }],
    effects: [{ type: 'StartTimer', timer: 'retry', cause, waitMs }],
  }
}
