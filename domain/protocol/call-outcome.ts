import { turnOpenedBy } from '../ids.js'
import type { CallOutcome, CallProgress } from './call.js'
import type { NotificationData } from './notification.js'
import type { PodStatus } from './status.js'

type RunEnd = NotificationData['run_end']

/**
 * What came of a call that has its `ack`, or `undefined` while its `run_end` is still to come. Each
 * method in each status of design has its way: a pause of what rests already, for one, is taken and
 * no `run_end` follows.
 */
export const outcomeOf = (progress: CallProgress): CallOutcome | undefined => {
  const { call, ack, status } = progress
  if (ack === undefined || status === undefined) return undefined
  if (progress.waitFor === 'ack') return { kind: 'acked', ack }
  if (progress.waitFor !== 'run_end') return undefined
  switch (call.method) {
    case 'run':
    case 'resume':
      return ended(progress.end)
    case 'pause':
    case 'cancel':
    case 'shutdown':
      return isOver(status, progress.end) ? stands(status, progress.end) : undefined
    case 'abandon':
      return isAbandoned(status, progress.end) ? stands(status, progress.end) : undefined
    case 'queue':
    case 'withdraw':
    case 'notify':
    case 'pod_event':
    case 'get_history':
      return { kind: 'acked', ack }
  }
}

/** Whether a `run_end` may be the one that this call leads to. */
export const mayBeEndOf = (end: RunEnd, progress: CallProgress): boolean => {
  const { call, ack } = progress
  switch (call.method) {
    case 'run':
      return ack?.input === undefined || end.turn === turnOpenedBy(ack.input)
    case 'resume':
      // Before the answer it is the end of an earlier turn, unless this call's turn was so short.
      return ack !== undefined || progress.opened
    case 'abandon':
      return end.result !== 'paused'
    default:
      return true
  }
}

/**
 * What to make of a snapshot after the `ack`. It comes with a resync, and the `run_end` may have been
 * dropped there: when the turn is no longer under way, nothing more comes.
 */
export const outcomeAtResync = (progress: CallProgress): CallOutcome | undefined => {
  const { ack, call, status, waitFor } = progress
  if (ack === undefined || status === undefined || waitFor !== 'run_end') return undefined
  const opened = ack.input === undefined ? undefined : turnOpenedBy(ack.input)
  const other = call.method === 'run' && status.turn !== opened
  return status.status !== 'running' || other ? { kind: 'settled', status } : undefined
}

const ended = (end: RunEnd | undefined): CallOutcome | undefined =>
  end === undefined ? undefined : { kind: 'ended', end }

const stands = (status: PodStatus, end: RunEnd | undefined): CallOutcome =>
  ended(end) ?? { kind: 'settled', status }

// The status follows its `run_end`; between the two the status still names the turn that ended.
const isOver = (status: PodStatus, end: RunEnd | undefined) =>
  status.status !== 'running' || endsTurnOf(status, end)

const isAbandoned = (status: PodStatus, end: RunEnd | undefined) =>
  status.status === 'idle' || endsTurnOf(status, end)

const endsTurnOf = (status: PodStatus, end: RunEnd | undefined) =>
  end !== undefined && (status.turn === undefined || status.turn === end.turn)
