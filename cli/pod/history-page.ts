import * as E from 'fp-ts/lib/Either.js'
import type { Seq } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { toArray } from '../../domain/list.js'
import type { EventLog, LogPage, PageFailure } from '../../domain/ports.js'
import type { History } from '../../domain/protocol/notification.js'
import { nextSeq } from '../../domain/session/state.js'
import type { Published } from './published.js'

/** What a client asks for: the newest `limit` records with a seq below `before`. */
export type AskedPage = { readonly before?: number; readonly limit?: number }

/**
 * A page of what has been told: the records that were asked for, as many as fit (one always does),
 * read back from the log, and what they gave to the conversation as it stands.
 */
export const historyPage = async (
  log: EventLog,
  told: Published,
  asked: AskedPage,
): Promise<E.Either<PageFailure, History>> => {
  const total = nextSeq(told.state)
  const page = pageOf(asked, total)
  const read = await log.page(page)()
  if (E.isLeft(read)) return read
  const { from, records } = read.right
  const { items, segments } = told.state.conversation
  const within = ({ seq }: { readonly seq: Seq }) => seq >= from && seq < page.before
  return E.right({
    from,
    total,
    items: toArray(items).filter(within),
    segments: toArray(segments).filter(within),
    records,
  })
}

const pageOf = ({ before, limit }: AskedPage, total: number): LogPage => ({
  before: Math.max(0, Math.min(before ?? total, total)),
  limit: Math.min(Math.max(1, limit ?? limits.historyLimitDefault), limits.historyLimitMax),
  bytesMax: limits.snapshotBytesMax,
})
