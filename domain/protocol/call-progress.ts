import * as E from 'fp-ts/lib/Either.js'
import type { Call, CallOutcome, CallProgress, CallRefusal, WaitFor } from './call.js'
import { mayBeEndOf, outcomeAtResync, outcomeOf } from './call-outcome.js'
import type { Notification, NotificationData } from './notification.js'
import { protocolFault } from './protocol-fault.js'
import { statusIn } from './status.js'

/** A call that is to be sent as soon as the Pod has greeted. */
export const startCall = (call: Call, waitFor: WaitFor): CallProgress => ({
  call,
  waitFor,
  opened: false,
})

/** The call after one more notification. Once it has a `result` it is over and stays as it is. */
export const stepCall = (notification: Notification, progress: CallProgress): CallProgress => {
  if (progress.result !== undefined) return progress
  switch (notification.event) {
    case 'hello':
      return withVersion(notification.data.protocol, progress)
    case 'snapshot':
      return withSnapshot(notification.data, progress)
    case 'status':
      return judged({ ...progress, status: notification.data })
    case 'turn_start':
      return { ...progress, opened: true }
    case 'record':
      return notification.data.type === 'TurnResumed' ? { ...progress, opened: true } : progress
    case 'run_end':
      return withEnd(notification.data, progress)
    case 'ack':
      return withAck(notification.data, progress)
    case 'error':
      return withError(notification.data, progress)
    case 'history':
      return withHistory(notification.data, progress)
    default:
      return progress
  }
}

/** The call after its connection ended for `reason`, which is a sentence. */
export const breakCall = (reason: string, progress: CallProgress): CallProgress => {
  if (progress.result !== undefined) return progress
  return progress.waitFor === 'close' && progress.status !== undefined
    ? withOutcome({ kind: 'closed' }, progress)
    : withRefusal({ code: 'closed', message: `${reason} ${whatIsKnown(progress)}` }, progress)
}

const withVersion = (protocol: number, progress: CallProgress) => {
  const message = protocolFault(protocol)
  return message === undefined ? progress : withRefusal({ code: 'incompatible', message }, progress)
}

const withSnapshot = (snapshot: NotificationData['snapshot'], progress: CallProgress) => {
  const next = { ...progress, status: statusIn(snapshot) }
  const outcome = outcomeAtResync(next)
  return outcome === undefined ? next : withOutcome(outcome, next)
}

const withEnd = (end: NotificationData['run_end'], progress: CallProgress) =>
  mayBeEndOf(end, progress) ? judged({ ...progress, end }) : progress

const withAck = (ack: NotificationData['ack'], progress: CallProgress) => {
  if (ack.id !== progress.call.id) return progress
  const { end, ...rest } = progress
  const acked: CallProgress = { ...rest, ack }
  return judged(end !== undefined && mayBeEndOf(end, acked) ? { ...acked, end } : acked)
}

// An error without an id is about the connection, and this call is all that there is on it.
const withError = (error: NotificationData['error'], progress: CallProgress) =>
  error.id === undefined || error.id === progress.call.id
    ? withRefusal({ code: error.code, message: error.message }, progress)
    : progress

const withHistory = (history: NotificationData['history'], progress: CallProgress) =>
  progress.waitFor === 'history' ? withOutcome({ kind: 'history', history }, progress) : progress

const judged = (progress: CallProgress): CallProgress => {
  const outcome = outcomeOf(progress)
  return outcome === undefined ? progress : withOutcome(outcome, progress)
}

const withOutcome = (outcome: CallOutcome, progress: CallProgress): CallProgress => ({
  ...progress,
  result: E.right(outcome),
})

const withRefusal = (refusal: CallRefusal, progress: CallProgress): CallProgress => ({
  ...progress,
  result: E.left(refusal),
})

const whatIsKnown = (progress: CallProgress) => {
  if (progress.status === undefined) return 'The call was not sent.'
  return progress.ack === undefined
    ? 'Whether the call was taken is not known.'
    : 'The call was taken; the log tells what came of it.'
}
