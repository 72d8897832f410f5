import type { StopKind } from '../event/turn.js'
import type { CallId, InputId, RecordRef, SessionId, TurnId } from '../ids.js'
import type { LogRecord } from '../log/record.js'
import type { Usage } from '../reply.js'
import type { Segments } from '../segment.js'
import type { InputSegments, Item } from '../turn/item.js'
import type { ErrorCode } from './error-code.js'
import type { PodStatus } from './status.js'

/** The protocol that `hello` announces. */
export const protocolVersion = 1

/** How a turn came to rest or to its end, as `run_end` says it. */
export type RunResult =
  | 'finished'
  | 'paused'
  | 'cancelled'
  | 'rolled_back'
  | 'limit_reached'
  | 'errored'

/** A block of the reply that streams right now, with what has been shown of it. */
export type InFlightBlock =
  | { readonly kind: 'text'; readonly block: number; readonly text: string }
  | { readonly kind: 'thinking'; readonly block: number; readonly text: string }
  | {
      readonly kind: 'tool_call'
      readonly block: number
      readonly call: string
      readonly name: string
      readonly args: string
    }

/** A call that runs right now, with the newest part of its live output. */
export type InFlightCall = { readonly call: CallId; readonly name: string; readonly output: string }

export type InFlight = {
  readonly round: number
  readonly blocks: ReadonlyArray<InFlightBlock>
  readonly calls: ReadonlyArray<InFlightCall>
}

export type Greeting = {
  readonly pod: string
  readonly cwd: string
  readonly model: string
  readonly scope: ReadonlyArray<string>
  readonly tools: ReadonlyArray<string>
  readonly context_window?: number
  readonly price?: {
    readonly input: number
    readonly output: number
    readonly cache_read: number
    readonly cache_write: number
  }
}

export type QueuedInput = { readonly id: InputId; readonly segments: Segments }

export type Snapshot = PodStatus & {
  readonly tip: RecordRef | null
  readonly head: RecordRef | null
  /** Records in the log; `records` holds the newest of them. */
  readonly total: number
  readonly items: ReadonlyArray<Item>
  readonly segments: ReadonlyArray<InputSegments>
  readonly records: ReadonlyArray<LogRecord>
  readonly queue: ReadonlyArray<QueuedInput>
  readonly greeting: Greeting
  /** Tokens of all requests so far, those before `records` too; an older Pod does not tell. */
  readonly usage?: Usage
  readonly in_flight: InFlight | null
}

export type History = {
  readonly from: number
  readonly total: number
  readonly items: ReadonlyArray<Item>
  readonly segments: ReadonlyArray<InputSegments>
  readonly records: ReadonlyArray<LogRecord>
}

/** The data of every notification, by the name of its event. */
export type NotificationData = {
  readonly hello: {
    readonly protocol: number
    readonly yoi: string
    readonly pod: string
    readonly session: SessionId
    readonly pid: number
  }
  readonly snapshot: Snapshot
  readonly record: LogRecord
  readonly status: PodStatus
  readonly turn_start: { readonly turn: TurnId; readonly opened_by: string }
  readonly round_start: { readonly turn: TurnId; readonly round: number }
  readonly text_delta: LiveText
  readonly thinking_delta: LiveText
  readonly tool_call_start: {
    readonly turn: TurnId
    readonly round: number
    readonly block: number
    readonly call: string
    readonly name: string
  }
  readonly tool_args_delta: { readonly call: string; readonly text: string }
  readonly tool_output_delta: {
    readonly call: CallId
    readonly stream: 'stdout' | 'stderr'
    readonly text: string
  }
  readonly usage: { readonly turn: TurnId; readonly round: number } & Usage
  readonly retry: {
    readonly turn: TurnId
    readonly attempt: number
    readonly of: number
    readonly wait_ms: number
    readonly code: string
    readonly message: string
  }
  readonly run_end: {
    readonly result: RunResult
    readonly turn: TurnId
    readonly input?: InputId
    readonly segments?: Segments
    readonly stop?: StopKind
    readonly error?: { readonly code: string; readonly message: string }
  }
  readonly history: History
  readonly ack: { readonly id: string; readonly input?: InputId; readonly segments?: Segments }
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly id?: string }
  readonly alert: {
    readonly level: 'info' | 'warning' | 'error'
    readonly code: string
    readonly message: string
  }
  readonly resync: Record<string, never>
  readonly shutdown: { readonly by: string }
}

type LiveText = {
  readonly turn: TurnId
  readonly round: number
  readonly block: number
  readonly text: string
}

/** What a Pod sends: one object a line. Clients ignore events they do not know. */
export type Notification = {
  readonly [K in keyof NotificationData]: {
    readonly event: K
    readonly data: NotificationData[K]
  }
}[keyof NotificationData]

export type NotificationOf<K extends keyof NotificationData> = Extract<
  Notification,
  { readonly event: K }
>

const events: Readonly<Record<keyof NotificationData, null>> = {
  hello: null,
  snapshot: null,
  record: null,
  status: null,
  turn_start: null,
  round_start: null,
  text_delta: null,
  thinking_delta: null,
  tool_call_start: null,
  tool_args_delta: null,
  tool_output_delta: null,
  usage: null,
  retry: null,
  run_end: null,
  history: null,
  ack: null,
  error: null,
  alert: null,
  resync: null,
  shutdown: null,
}

/** The name of every event that a Pod of this version may send. */
export const notificationEvents: ReadonlyArray<string> = Object.keys(events)

/** Whether this version knows a notification of this name. */
export const isNotificationEvent = (event: string): event is keyof NotificationData =>
  Object.hasOwn(events, event)
