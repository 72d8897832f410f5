import { turnOpenedBy } from '../ids.js'
import {
  delivered,
  type Inbox,
  lift,
  type News,
  queued,
  received,
  withoutInput,
} from '../inbox/inbox.js'
import { append } from '../list.js'
import { type LogRecord, refOf } from '../log/record.js'
import type { Item } from '../turn/item.js'
import { newTurn, type Turn } from '../turn/turn.js'
import { accepted } from './accepted.js'
import { quiet } from './live.js'
import type { State } from './state.js'

type InboxRecord = Extract<
  LogRecord,
  {
    readonly type:
      | 'InputQueued'
      | 'InputWithdrawn'
      | 'NoticeReceived'
      | 'ChildReported'
      | 'InboxDelivered'
  }
>
type RecordOf<K extends InboxRecord['type']> = Extract<InboxRecord, { readonly type: K }>

/** The state after a record of the inbox family. */
export const evolveInbox = (state: State, record: InboxRecord): State => {
  switch (record.type) {
    case 'InputQueued':
      return waits(state, record)
    case 'InputWithdrawn':
      return { ...state, inbox: withoutInput(state.inbox, record.data.input) }
    case 'NoticeReceived':
      return { ...state, inbox: received(state.inbox, notice(record)) }
    case 'ChildReported':
      return { ...state, inbox: reported(state.inbox, record) }
    case 'InboxDelivered':
      return deliveredTo(state, record)
  }
}

const waits = (state: State, record: RecordOf<'InputQueued'>): State => {
  const { input, ...rest } = record.data
  return {
    ...state,
    inbox: queued(state.inbox, { kind: 'input', id: input, seq: record.seq, ...rest }),
    keys: accepted(state.keys, record.data),
  }
}

const notice = (record: RecordOf<'NoticeReceived'>): Omit<News, 'heldBack'> => ({
  kind: 'news',
  id: record.data.notice,
  seq: record.seq,
  source: 'notice',
  text: `[Notice] ${record.data.message}`,
  opens: record.data.auto_run,
})

const newsKinds: ReadonlyArray<string> = ['turn_ended', 'errored', 'shut_down']

/** Whether a child's report of this kind is news for the model; others are recorded only. */
export const isNews = (kind: string): boolean => newsKinds.includes(kind)

const reported = (inbox: Inbox, record: RecordOf<'ChildReported'>): Inbox => {
  const { report, kind, pod_name, message } = record.data
  if (!isNews(kind)) return inbox
  const text = `[Child pod ${pod_name}: ${kind}]${message === undefined ? '' : ` ${message}`}`
  const { seq } = record
  return received(inbox, {
    kind: 'news',
    id: report,
    seq,
    source: 'child_report',
    text,
    opens: true,
  })
}

const deliveredTo = (state: State, record: RecordOf<'InboxDelivered'>): State => {
  const { inbox, taken } = delivered(state.inbox, record.data.ids)
  const first = taken[0]
  if (first === undefined) return state
  const opens = state.conversation.turn === undefined
  const turn = state.conversation.turn ?? newTurn(turnOpenedBy(first.id), first.source)
  const reopened = opens ? { before: undefined, taken: [], live: quiet } : {}
  return {
    ...state,
    ...reopened,
    inbox: record.data.by === 'resume' ? lift(inbox) : inbox,
    taken: [...(opens ? [] : state.taken), ...taken],
    conversation: {
      ...state.conversation,
      head: refOf(record),
      items: append(state.conversation.items, newsItem(turn, taken, record.seq)),
      turn,
      ...(opens ? { errored: undefined, tooLong: undefined } : {}),
    },
  }
}

const newsItem = (turn: Turn, taken: ReadonlyArray<News>, seq: number): Item => ({
  role: 'system',
  content: taken.map((news) => ({ type: 'text', text: news.text })),
  turn: turn.id,
  seq,
})
