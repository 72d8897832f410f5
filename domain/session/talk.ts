import { append } from '../list.js'
import { type LogRecord, refOf } from '../log/record.js'
import type { Item } from '../turn/item.js'
import type { Turn } from '../turn/turn.js'
import type { Conversation, State } from './state.js'

/** A record of the turn family. */
export type TurnRecord = Extract<
  LogRecord,
  {
    readonly type:
      | 'InputSubmitted'
      | 'RoundStarted'
      | 'AssistantReplied'
      | 'ToolCallStarted'
      | 'ToolCallCompleted'
      | 'NoteAdded'
      | 'HookAsked'
      | 'HookAnswered'
      | 'StopRequested'
      | 'TurnPaused'
      | 'TurnResumed'
      | 'TurnEnded'
      | 'HeadReset'
      | 'TurnLeftOut'
      | 'ConversationCompacted'
  }
>

type Change = { readonly item?: Item; readonly turn?: Turn; readonly more?: Partial<Conversation> }

/** The conversation moved its head to `record`, with what the record added to it. */
export const talked = (state: State, record: LogRecord, change: Change): State => ({
  ...state,
  conversation: {
    ...state.conversation,
    head: refOf(record),
    ...(change.item === undefined ? {} : { items: append(state.conversation.items, change.item) }),
    ...(change.turn === undefined ? {} : { turn: change.turn }),
    ...change.more,
  },
})

/** The open turn, when the record speaks of it. */
export const turnOf = (state: State, record: TurnRecord): Turn | undefined =>
  state.conversation.turn?.id === record.data.turn ? state.conversation.turn : undefined
