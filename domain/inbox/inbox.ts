import type { Sender } from '../event/turn.js'
import type { InputId, Seq, SubmitKey } from '../ids.js'
import type { Segments } from '../segment.js'

/** A Submit that waits for its turn. */
export type WaitingInput = {
  readonly kind: 'input'
  readonly id: InputId
  readonly seq: Seq
  readonly segments: Segments
  readonly by: Sender
  readonly key?: SubmitKey
}

/**
 * A notice or a child's report that the model has not been told. `opens`: it may open a turn by
 * itself, unless `heldBack` by a stop.
 */
export type News = {
  readonly kind: 'news'
  readonly id: InputId
  readonly seq: Seq
  readonly source: 'notice' | 'child_report'
  readonly text: string
  readonly opens: boolean
  readonly heldBack: boolean
}

/** What waits, in order of arrival. `held`: nothing of it starts by itself. */
export type Inbox = {
  readonly inputs: ReadonlyArray<WaitingInput>
  readonly news: ReadonlyArray<News>
  readonly held: boolean
}

export const emptyInbox: Inbox = { inputs: [], news: [], held: false }

/** With a Submit behind those that wait. */
export const queued = (inbox: Inbox, input: WaitingInput): Inbox => ({
  ...inbox,
  inputs: [...inbox.inputs, input],
})

/** Without this Submit, whether it ran or was withdrawn. */
export const withoutInput = (inbox: Inbox, id: InputId): Inbox => ({
  ...inbox,
  inputs: inbox.inputs.filter((input) => input.id !== id),
})

/** With a piece of news; a child's report is held back while the hold lasts, a notice is not. */
export const received = (inbox: Inbox, news: Omit<News, 'heldBack'>): Inbox => ({
  ...inbox,
  news: [...inbox.news, { ...news, heldBack: inbox.held && news.source === 'child_report' }],
})

/** The news with these ids, taken out. */
export const delivered = (
  inbox: Inbox,
  ids: ReadonlyArray<InputId>,
): { readonly inbox: Inbox; readonly taken: ReadonlyArray<News> } => ({
  inbox: { ...inbox, news: inbox.news.filter((news) => !ids.includes(news.id)) },
  taken: inbox.news.filter((news) => ids.includes(news.id)),
})

/** Delivered news come back to their places in the order of arrival, held back by the stop. */
export const returned = (inbox: Inbox, taken: ReadonlyArray<News>): Inbox => ({
  ...inbox,
  news: [...taken, ...inbox.news]
    .toSorted((a, b) => a.seq - b.seq)
    .map((news) => ({ ...news, heldBack: news.heldBack || inbox.held })),
})

/** Nothing that lies here starts by itself from now on. */
export const hold = (inbox: Inbox): Inbox => ({
  ...inbox,
  held: true,
  news: inbox.news.map((news) => ({ ...news, heldBack: true })),
})

/** The person goes on: the hold is lifted for all that lies here. */
export const lift = (inbox: Inbox): Inbox => ({
  ...inbox,
  held: false,
  news: inbox.news.map((news) => ({ ...news, heldBack: false })),
})

/** Whether some news may open a turn now, without anyone asking. */
export const newsOpensTurn = (inbox: Inbox): boolean =>
  inbox.news.some((news) => news.opens && !news.heldBack)
