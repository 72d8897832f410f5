import type { HookPoint } from '../hook-point.js'
import type { InputId, RecordRef, Seq, SessionId, SubmitKey, TurnId } from '../ids.js'
import { emptyInbox, type Inbox } from '../inbox/inbox.js'
import { emptyList, type List } from '../list.js'
import type { Usage } from '../reply.js'
import type { ModelSettings } from '../settings.js'
import type { ToolSpec } from '../tool/spec.js'
import type { InputSegments, Item } from '../turn/item.js'
import type { Turn } from '../turn/turn.js'
import { type Live, quiet } from './live.js'
import { noUsage } from './usage.js'

/** What `SessionStarted` froze, with the folder and the model settings that were named last. */
export type SessionFacts = {
  readonly id: SessionId
  readonly cwd: string
  readonly system: string
  readonly model: ModelSettings
  readonly maxRounds: number
}

/** What the newest `PodAttached` said. `left`: the Pod has detached since. */
export type PodFacts = {
  readonly name: string
  readonly scope: ReadonlyArray<string>
  readonly tools: ReadonlyArray<ToolSpec>
  readonly hooks: ReadonlyArray<HookPoint>
  readonly left: boolean
}

/** What a `HeadReset` brings back: all that a Submit can change of the talk with the model. */
export type Conversation = {
  readonly head?: RecordRef | undefined
  readonly items: List<Item>
  readonly segments: List<InputSegments>
  readonly usage: Usage
  /** The open turn, running or resting. */
  readonly turn?: Turn | undefined
  /** The turn that just ended `errored`; until another opens, `resume` reopens it. */
  readonly errored?: Turn | undefined
  /** The turn that just ended because it was too long; the next that opens leaves it out. */
  readonly tooLong?: TurnId | undefined
  /** Thinking of records before this one was refused, and is left out of requests. */
  readonly thinkingFrom?: Seq | undefined
}

/** A place to go back to: the conversation as the record `to` left it. */
export type Anchor = { readonly to: RecordRef; readonly conversation: Conversation }

/** A Submit's key and the input it was accepted as. */
export type AcceptedKey = { readonly key: SubmitKey; readonly input: InputId }

/** The fold of a session's records. Only `live` is not in the log. */
export type State = {
  readonly session?: SessionFacts
  readonly pod?: PodFacts
  readonly tip?: RecordRef | undefined
  readonly conversation: Conversation
  /** Where a rollback of the open turn goes; there while the turn may still be rolled back. */
  readonly before?: Anchor | undefined
  /** Where it goes when the closing that the newest records began belongs to a Submit. */
  readonly closing?: Anchor | undefined
  /** News that the open turn has taken in, to be given back by a rollback. */
  readonly taken: Inbox['news']
  readonly inbox: Inbox
  readonly keys: ReadonlyArray<AcceptedKey>
  readonly live: Live
}

/** A session in which nothing has happened. */
export const initialState: State = {
  conversation: { items: emptyList, segments: emptyList, usage: noUsage },
  taken: [],
  inbox: emptyInbox,
  keys: [],
  live: quiet,
}

/** The seq that the next record will have. */
export const nextSeq = (state: State): number => (state.tip?.seq ?? -1) + 1

/** The open turn while it runs. */
export const runningTurn = (state: State): Turn | undefined =>
  state.conversation.turn?.resting === false ? state.conversation.turn : undefined

/** The open turn while it rests. */
export const restingTurn = (state: State): Turn | undefined =>
  state.conversation.turn?.resting === true ? state.conversation.turn : undefined

/** The seq of the request whose reply is awaited, if one is. */
export const awaitedRequest = (turn: Turn | undefined): number | undefined =>
  turn?.request?.answered === false ? turn.request.cause : undefined
