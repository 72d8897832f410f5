import type { Report } from './effect.js'
import type { Sender } from './event/turn.js'
import type { InputId, SubmitKey } from './ids.js'
import type { Segments } from './segment.js'
import type { Timestamp } from './time.js'

/**
 * What a person or a program asks of a Pod; `get_history` is answered without a decision. The files
 * that a Submit names have been read.
 */
export type Ask =
  | Submit<'run'>
  | Submit<'queue'>
  | { readonly method: 'withdraw'; readonly input: InputId }
  | { readonly method: 'notify'; readonly message: string; readonly autoRun: boolean }
  | {
      readonly method: 'pod_event'
      readonly kind: string
      readonly podName: string
      readonly message?: string
      readonly detail?: Readonly<Record<string, unknown>>
    }
  | { readonly method: 'resume' | 'pause' | 'cancel' | 'abandon' | 'shutdown'; readonly by: string }

type Submit<M extends 'run' | 'queue'> = {
  readonly method: M
  readonly segments: Segments
  readonly by: Sender
  readonly key?: SubmitKey
}

/** An Ask, stamped on arrival with its id and the time. */
export type Command = {
  readonly type: 'command'
  readonly id: InputId
  readonly at: Timestamp
  readonly ask: Ask
}

/** What the machine decides on, in the order of arrival. */
export type Input =
  | Command
  | { readonly type: 'report'; readonly at: Timestamp; readonly report: Report }
