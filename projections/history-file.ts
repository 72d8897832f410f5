import type { SessionId } from '../domain/ids.js'
import { emptyList, toArray } from '../domain/list.js'
import type { LogRecord } from '../domain/log/record.js'
import type { Conversation, State } from '../domain/session/state.js'

/** The conversation as it stood at the last rest, ending or reset; before any, at the start. */
export type History = { readonly session?: SessionId } & Pick<
  Conversation,
  'head' | 'items' | 'segments'
>

/** Before the first record. */
export const noHistory: History = { items: emptyList, segments: emptyList }

/** The history after `record`, which gave `state`. The same object while nothing came to rest. */
export const historyAfter = (history: History, record: LogRecord, state: State): History =>
  rests.has(record.type) && state.conversation.head !== history.head
    ? {
        ...(state.session === undefined ? {} : { session: state.session.id }),
        head: state.conversation.head,
        items: state.conversation.items,
        segments: state.conversation.segments,
      }
    : history

const rests: ReadonlySet<LogRecord['type']> = new Set([
  'SessionStarted',
  'TurnPaused',
  'TurnEnded',
  'HeadReset',
] as const)

/** The text of history.json: `{session, head, items, segments}`. */
export const historyText = ({ session, head, items, segments }: History): string =>
  `${JSON.stringify({
    session: session ?? null,
    head: head ?? null,
    items: toArray(items),
    segments: toArray(segments),
  })}\n`
