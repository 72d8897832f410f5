import type { LogRecord } from '../domain/log/record.js'
import type { Segments } from '../domain/segment.js'
import type { TurnRecord } from '../domain/session/talk.js'
import { causeWords } from './cause-words.js'
import { type AskedCalls, tellCompleted } from './tell-call.js'
import {
  tellChild,
  tellDelivered,
  tellPod,
  tellQueued,
  tellRepair,
  tellStart,
  tellWithdrawn,
} from './tell-session.js'
import {
  tellCompacted,
  tellEnded,
  tellHook,
  tellReply,
  tellReset,
  tellRound,
  tellStop,
  tellSubmit,
} from './tell-turn.js'
import { type Told, told, wordLines } from './told.js'
import type { Price } from './usage.js'

/** What the words of a record need of the records before it. */
export type TellingContext = {
  readonly calls: AskedCalls
  readonly price: Price | undefined
  /** What the open turn came to, when this record ends it. */
  readonly totals: string
  /** The input that was taken back, when this record says so. */
  readonly withdrawn: Segments
}

/** What a record says, in plain words. */
export const tellEvent = (record: LogRecord, context: TellingContext): Told => {
  switch (record.type) {
    case 'InputSubmitted':
      return tellSubmit(record.data)
    case 'RoundStarted':
      return tellRound(record.data)
    case 'AssistantReplied':
      return tellReply(record.data, context.price)
    case 'ToolCallStarted':
      return told('tool', `${record.data.name} started (call ${record.data.call})`)
    case 'ToolCallCompleted':
      return tellCompleted(record.data, context.calls)
    case 'NoteAdded':
      return told('yoi', 'A note to the model', wordLines(record.data.text))
    case 'HookAsked':
    case 'HookAnswered':
      return tellHook(record)
    case 'StopRequested':
      return tellStop(record.data)
    case 'TurnPaused':
      return told('yoi', pauseWords.get(record.data.by) ?? restWords(record.data.by))
    case 'TurnResumed':
      return told('you', `The turn goes on${causeWords(record.data.by)}`)
    case 'TurnEnded':
      return tellEnded(record.data, context.totals)
    case 'HeadReset':
      return tellReset(record.data, record.seq)
    case 'TurnLeftOut':
      return told(
        'yoi',
        'The turn was too long and is left out from here on',
        wordLines(record.data.text),
      )
    case 'ConversationCompacted':
      return tellCompacted(record.data)
    default:
      return tellBesideTurn(record, context)
  }
}

type TurnEvent = TurnRecord['type']

// What is left when the events of a turn are taken; a new event fails to compile in one of the two.
const tellBesideTurn = (
  record: Exclude<LogRecord, { readonly type: TurnEvent }>,
  { withdrawn }: TellingContext,
): Told => {
  switch (record.type) {
    case 'SessionStarted':
      return tellStart(record.data)
    case 'PodAttached':
      return tellPod(record.data)
    case 'PodDetached':
      return told('yoi', `Pod ${record.data.pod} left the session${causeWords(record.data.by)}`)
    case 'ConfigChanged':
      return told('yoi', `The model is now ${record.data.model.ref}`)
    case 'TailRepaired':
      return tellRepair(record.data)
    case 'InputQueued':
      return tellQueued(record.data)
    case 'InputWithdrawn':
      return tellWithdrawn(withdrawn)
    case 'NoticeReceived':
      return told('you', 'A notice for the model arrived', wordLines(record.data.message))
    case 'ChildReported':
      return tellChild(record.data)
    case 'InboxDelivered':
      return tellDelivered(record.data)
  }
}

const pauseWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    crash:
      'The turn was interrupted: the Pod ended in the middle of it. It rests and can be resumed',
    storage: 'The turn was interrupted: the log could not be written. It rests and can be resumed',
  }),
)

const restWords = (by: string): string => `The turn rests and can be resumed${causeWords(by)}`

/** The words for an event that this version does not know. */
export const tellForeign = (type: string): Told =>
  told('yoi', `${type}: an event of a later version, kept and not understood`)
