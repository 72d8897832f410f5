import type * as E from 'fp-ts/lib/Either.js'
import type { Seq } from '../../domain/ids.js'
import type { Input } from '../../domain/input.js'
import type {
  Clock,
  Completions,
  EventLog,
  FileReader,
  Hooks,
  Ids,
  Sha256,
  Toolbox,
} from '../../domain/ports.js'
import type { Greeting, Notification } from '../../domain/protocol/notification.js'
import type { Held } from '../../domain/session/plan.js'
import type { Decision, Rejection } from '../../domain/session/verdict.js'
import type { ToolResult } from '../../domain/tool/outcome.js'
import type { NewestRecords } from './newest-records.js'
import type { Performer } from './perform.js'
import type { Published } from './published.js'

/** What the projector of this session gives the loop. */
export type Follower = {
  /** These records are in the log now. */
  readonly advance: () => void
  /** Resolves true when the projections agree with everything up to `seq`, false after a while. */
  readonly reached: (seq: Seq) => Promise<boolean>
  /** What keeps them from agreeing, in words; nothing when it is only time. */
  readonly trouble?: () => string | undefined
}

/** All that a session loop works with. */
export type LoopParts = {
  readonly clock: Clock
  readonly ids: Ids
  readonly sha256: Sha256
  readonly log: EventLog
  readonly completions: Completions
  readonly toolbox: Toolbox
  readonly hooks: Hooks
  readonly files: FileReader
  readonly follower: Follower
  readonly greeting: Greeting
  /** What the log says, and what goes in front of the first thing that happens. */
  readonly held: Held
  readonly newest: NewestRecords
  readonly publish: (notification: Notification) => void
}

/** What comes back to the one who asked: accepted and durable, or refused. */
export type Answer = E.Either<Rejection, Decision['answer']>

/** What the mailbox holds. */
export type Arrived =
  | {
      readonly kind: 'input'
      readonly input: Input
      readonly answer?: (answer: Answer) => void
    }
  | { readonly kind: 'storage_retry' }

export type ArrivedInput = Extract<Arrived, { readonly kind: 'input' }>

/** The log cannot be written. `salvaged` holds results of tools that came meanwhile. */
export type Trouble = {
  readonly message: string
  /** What all clients were told of it, for those that come while it lasts. */
  readonly alert: Notification
  readonly salvaged: Map<Seq, ToolResult>
  readonly retry: NodeJS.Timeout
}

/** The loop's own state: the only place where a live session changes. */
export type LoopState = {
  held: Held
  told: Published
  trouble: Trouble | undefined
  leaving: string | undefined
  /** The projections did not agree with the last rest or ending in time. */
  projectionsLate: boolean
}

export type LoopWorld = LoopParts & {
  readonly state: LoopState
  readonly performer: Performer
  readonly put: (arrived: Arrived) => void
}
