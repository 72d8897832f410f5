import type { Event } from '../event/event.js'
import { type Hash, noHash, type RecordRef } from '../ids.js'
import type { Sha256 } from '../ports.js'
import type { Timestamp } from '../time.js'
import type { LogRecord } from './record.js'
import { wellFormed } from './well-formed.js'

/** A record with its line: the exact text, without the newline, that the hash covers. */
export type SealedRecord = { readonly record: LogRecord; readonly line: string }

/**
 * Seals the events of one group behind `tip`. Each record of the group but the last carries the
 * number still to come. Lone surrogates become U+FFFD, in the record as in the line.
 */
export const seal =
  (sha256: Sha256) =>
  (
    events: ReadonlyArray<Event>,
    tip: RecordRef | undefined,
    at: Timestamp,
  ): ReadonlyArray<SealedRecord> => {
    const sealed: SealedRecord[] = []
    for (const [index, event] of events.entries()) {
      const before = sealed.at(-1)?.record ?? tip
      const prev = before?.hash ?? noHash
      const seq = (before?.seq ?? -1) + 1
      sealed.push(sealOne(sha256, event, { prev, seq, at, more: events.length - 1 - index }))
    }
    return sealed
  }

type Place = {
  readonly prev: Hash
  readonly seq: number
  readonly at: Timestamp
  readonly more: number
}

// The members are spelt out: joined by spreading, they cost as much as the hash.
const sealOne = (sha256: Sha256, raw: Event, place: Place): SealedRecord => {
  const { event, data } = written(raw)
  const { prev, seq, at, more } = place
  const body =
    `{"prev":"${prev}","seq":${seq},"at":"${at}","type":"${event.type}"` +
    `${more > 0 ? `,"more":${more}` : ''},"data":${data}`
  const hash = sha256(body)
  const record =
    more > 0 ? { prev, seq, at, more, hash, ...event } : { prev, seq, at, hash, ...event }
  return { record, line: `${body},"hash":"${hash}"}` }
}

/** An event without lone surrogates, and the JSON of its data. */
type Written = { readonly event: Event; readonly data: string }

// JSON spells a lone surrogate as an escape, so only what has one must be looked through.
const written = (raw: Event): Written => {
  const data = JSON.stringify(raw.data)
  if (!data.includes('\\ud')) return { event: raw, data }
  const event = wellFormed(raw)
  return { event, data: event === raw ? data : JSON.stringify(event.data) }
}
