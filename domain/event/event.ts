import * as t from 'io-ts'
import { type Is, quickIs } from '../quick-is.js'
import { ConversationCompacted, HeadReset, TurnLeftOut } from './conversation.js'
import {
  ChildReported,
  InboxDelivered,
  InputQueued,
  InputWithdrawn,
  NoticeReceived,
} from './inbox.js'
import { ConfigChanged, PodAttached, PodDetached, SessionStarted, TailRepaired } from './session.js'
import {
  AssistantReplied,
  HookAnswered,
  HookAsked,
  InputSubmitted,
  NoteAdded,
  RoundStarted,
  StopRequested,
  ToolCallCompleted,
  ToolCallStarted,
  TurnEnded,
  TurnPaused,
  TurnResumed,
} from './turn.js'

/** The codec of every event, by its name in the log and in the order docs/events.md shows them. */
export const eventCodecs = {
  SessionStarted,
  PodAttached,
  PodDetached,
  ConfigChanged,
  TailRepaired,
  InputSubmitted,
  RoundStarted,
  AssistantReplied,
  ToolCallStarted,
  ToolCallCompleted,
  NoteAdded,
  HookAsked,
  HookAnswered,
  StopRequested,
  TurnPaused,
  TurnResumed,
  TurnEnded,
  HeadReset,
  TurnLeftOut,
  ConversationCompacted,
  InputQueued,
  InputWithdrawn,
  NoticeReceived,
  ChildReported,
  InboxDelivered,
} as const

export type EventType = keyof typeof eventCodecs

const checks: ReadonlyMap<string, Is> = new Map(
  Object.entries(eventCodecs).map(([type, codec]) => [type, quickIs(codec)]),
)

/** Whether a value that was parsed from JSON is the event of this name; undefined for other names. */
export const eventIs = (type: string): Is | undefined => checks.get(type)

type Member<K extends EventType> = t.TypeOf<(typeof eventCodecs)[K]>

/** Any event, narrowed by its `type`. Unknown fields of `data` are kept. */
export type Event = { readonly [K in EventType]: Readonly<Member<K>> }[EventType]

/** The event named `K`. */
export type EventOf<K extends EventType> = Extract<Event, { readonly type: K }>

/** Whether this version knows an event of this name. */
export const isEventType = (type: string): type is EventType => Object.hasOwn(eventCodecs, type)
