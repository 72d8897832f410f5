import type { Either } from 'fp-ts/lib/Either.js'
import type { Method } from './method.js'
import type { NotificationData } from './notification.js'
import type { PodStatus } from './status.js'

/**
 * What a caller waits for. `ack`: the call is durable. `run_end`: the rest or ending that the call
 * leads to, or the certainty that none comes; a call that touches no turn is over with its `ack`.
 * `history`: the page. `close`: the Pod has left.
 */
export type WaitFor = 'ack' | 'run_end' | 'history' | 'close'

/** What came of a call. `settled`: no `run_end` comes, or it was missed; this is how it stands. */
export type CallOutcome =
  | { readonly kind: 'acked'; readonly ack: NotificationData['ack'] }
  | { readonly kind: 'ended'; readonly end: NotificationData['run_end'] }
  | { readonly kind: 'settled'; readonly status: PodStatus }
  | { readonly kind: 'history'; readonly history: NotificationData['history'] }
  | { readonly kind: 'closed' }

/** Why nothing came of a call: a code of the protocol, or the Pod left, or it speaks another one. */
export type CallRefusal = {
  readonly code: NotificationData['error']['code'] | 'incompatible' | 'closed'
  readonly message: string
}

/** A method as a call: with an id, so that its answer is known. */
export type Call = Method & { readonly id: string }

/** A call on a connection of its own, from before the greeting to its result. */
export type CallProgress = {
  readonly call: Call
  readonly waitFor: WaitFor
  /** The Pod's status; once there is one the call may be sent. */
  readonly status?: PodStatus
  readonly ack?: NotificationData['ack']
  /** The newest `run_end` that may be this call's. */
  readonly end?: NotificationData['run_end']
  /** Since the greeting a turn was opened or resumed. */
  readonly opened: boolean
  readonly result?: Either<CallRefusal, CallOutcome>
}
