import type { Event } from '../event/event.js'
import type { Hash, RecordRef, Seq } from '../ids.js'
import type { Timestamp } from '../time.js'

/** What a line says besides its event. `more`: records of the same group still to come. */
export type Envelope = {
  readonly prev: Hash
  readonly seq: Seq
  readonly at: Timestamp
  readonly more?: number
  readonly hash: Hash
}

/** One sealed line of the log, as the object that the line holds. */
export type LogRecord = Envelope & Event

/** A line whose chain is good and whose event this version does not know. */
export type ForeignRecord = Envelope & { readonly type: string; readonly data: unknown }

/** The record as `head` and `tip` name it. */
export const refOf = (record: Envelope): RecordRef => ({ seq: record.seq, hash: record.hash })
