import type { StopKind } from '../event/turn.js'
import type { LogRecord } from '../log/record.js'
import type { Notification, NotificationData, RunResult } from '../protocol/notification.js'
import type { PodStatus } from '../protocol/status.js'
import { runningTurn, type State } from './state.js'

/** The status that the state shows. */
export const statusOf = (state: State): PodStatus => {
  const { turn } = state.conversation
  const status = turn === undefined ? 'idle' : turn.resting ? 'paused' : 'running'
  const stopping = stoppingOf(state)
  return {
    status,
    queue_held: state.inbox.held,
    ...(turn === undefined ? {} : { turn: turn.id }),
    ...(stopping === undefined ? {} : { stopping }),
  }
}

const stoppingOf = (state: State): StopKind | undefined => {
  const stop = runningTurn(state)?.stop
  if (stop === undefined) return undefined
  return stop.leave && stop.kind === 'pause' ? 'shutdown' : stop.kind
}

/** Whether clients are told so only after history.json and status.json agree with the record. */
export const settlesTurn = (record: LogRecord): boolean =>
  record.type === 'TurnPaused' || record.type === 'TurnEnded' || record.type === 'HeadReset'

/**
 * What clients are told of a durable record besides the record itself: the turn's or round's begin,
 * its one `run_end`, and the status when it changed or a turn came to rest or to its end.
 */
export const announce = (
  before: State,
  record: LogRecord,
  after: State,
): ReadonlyArray<Notification> => {
  const status = statusOf(after)
  const changed = JSON.stringify(statusOf(before)) !== JSON.stringify(status)
  const told = changed || settlesTurn(record)
  return [
    ...own(before, record, after),
    ...(told && !makesWay(record, after) ? [{ event: 'status' as const, data: status }] : []),
  ]
}

// No status lies between a resting turn and the one of the run that closes it, nor between a turn that
// a crash broke off and its rest: both come in the same group.
const makesWay = (record: LogRecord, after: State): boolean =>
  (record.type === 'TurnEnded' && record.data.by === 'run') ||
  (record.type === 'PodAttached' && runningTurn(after) !== undefined)

const own = (before: State, record: LogRecord, after: State): ReadonlyArray<Notification> => {
  switch (record.type) {
    case 'InputSubmitted':
    case 'InboxDelivered':
      return opened(before, after)
    case 'TurnResumed':
      return [{ event: 'turn_start', data: { turn: record.data.turn, opened_by: 'resume' } }]
    case 'RoundStarted': {
      const { turn, round } = record.data
      return [{ event: 'round_start', data: { turn, round } }]
    }
    case 'HookAnswered':
      return hookFailed(record.data.failed)
    case 'TurnPaused':
      return runEnd('paused', record, before)
    case 'TurnEnded':
      return runEnd(record.data.result, record, before)
    case 'HeadReset':
      return runEnd('rolled_back', record, before)
    case 'PodDetached':
      return [{ event: 'shutdown', data: { by: record.data.by } }]
    default:
      return []
  }
}

const hookFailed = (failed: string | undefined): ReadonlyArray<Notification> =>
  failed === undefined
    ? []
    : [{ event: 'alert', data: { level: 'warning', code: 'hook_failed', message: failed } }]

const opened = (before: State, after: State): ReadonlyArray<Notification> => {
  const { turn } = after.conversation
  return turn === undefined || turn.id === before.conversation.turn?.id
    ? []
    : [{ event: 'turn_start', data: { turn: turn.id, opened_by: turn.openedBy } }]
}

type Settling = Extract<LogRecord, { readonly type: 'TurnPaused' | 'TurnEnded' | 'HeadReset' }>

// A turn that a run closes, and what a start settles after a crash, have no run_end.
const runEnd = (
  result: RunResult,
  record: Settling,
  before: State,
): ReadonlyArray<Notification> => {
  const by = record.type === 'HeadReset' ? undefined : record.data.by
  if (by === 'run' || by === 'crash') return []
  const data = {
    result,
    turn: record.data.turn,
    ...submitOf(result, before),
    ...(record.type === 'TurnEnded' && record.data.error !== undefined
      ? { error: record.data.error }
      : {}),
  }
  return [{ event: 'run_end', data }]
}

const submitOf = (
  result: RunResult,
  before: State,
): Pick<NotificationData['run_end'], 'input' | 'segments'> => {
  const submit = before.conversation.turn?.submit
  if (submit === undefined) return {}
  const { input, segments } = submit
  return result === 'rolled_back' ? { input, segments } : { input }
}
