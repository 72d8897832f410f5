import * as E from 'fp-ts/lib/Either.js'
import { decode } from '../decode.js'
import { type Event, type EventType, eventCodecs, isEventType } from '../event/event.js'
import { Hash, noHash, type RecordRef, type Sha256 } from '../ids.js'
import { Timestamp } from '../time.js'
import type { Envelope, ForeignRecord, LogRecord } from './record.js'

/** Bytes of `,"hash":"<64 hex>"}`, the fixed end of every line. */
export const sealBytes = 75

/** What can be wrong with a finished line. */
export type LineFaultKind =
  | 'not_utf8'
  | 'not_json'
  | 'shape'
  | 'hash_mismatch'
  | 'prev_mismatch'
  | 'seq_mismatch'
  | 'event_shape'

/** A fault of one line; `message` is a sentence, without the place. */
export type LineFault = { readonly kind: LineFaultKind; readonly message: string }

/** A line that passed: `event` tells whether this version knows what it says. */
export type CheckedLine =
  | { readonly known: true; readonly record: LogRecord }
  | { readonly known: false; readonly record: ForeignRecord }

/**
 * Checks one line (its bytes without the newline) against the record before it: UTF-8, JSON, shape,
 * own hash over the raw bytes, `prev`, `seq`, then the event. The first fault is the answer.
 */
export const checkLine =
  (sha256: Sha256) =>
  (line: Uint8Array, before: RecordRef | undefined): E.Either<LineFault, CheckedLine> => {
    const envelope = readEnvelope(line)
    if (E.isLeft(envelope)) return envelope
    const fault = hashFault(sha256, line, envelope.right) ?? placeFault(envelope.right, before)
    return fault === undefined ? readEvent(envelope.right) : E.left(fault)
  }

const readEnvelope = (line: Uint8Array): E.Either<LineFault, ForeignRecord> => {
  const text = decodeUtf8(line)
  if (text === undefined) return fault('not_utf8', 'the line is not valid UTF-8')
  const parsed = E.tryCatch(
    (): unknown => JSON.parse(text),
    (error) => String(error),
  )
  if (E.isLeft(parsed)) return fault('not_json', `the line is not JSON (${parsed.left})`)
  if (!text.startsWith('{"prev":"') || !sealPattern.test(text.slice(-sealBytes)))
    return fault('shape', 'the line does not begin with "prev" and end with "hash"')
  return isEnvelope(parsed.right)
    ? E.right(parsed.right)
    : fault('shape', 'the line lacks one of prev, seq, at, type, data, hash')
}

const sealPattern = /^,"hash":"[0-9a-f]{64}"\}$/

const decodeUtf8 = (line: Uint8Array): string | undefined => {
  const decoded = E.tryCatch(
    () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line),
    () => undefined,
  )
  return E.isRight(decoded) ? decoded.right : undefined
}

const isEnvelope = (u: unknown): u is ForeignRecord => {
  if (typeof u !== 'object' || u === null) return false
  const { prev, seq, at, type, more, data, hash } = u as Record<keyof ForeignRecord, unknown>
  return (
    Hash.is(prev) &&
    Hash.is(hash) &&
    Number.isSafeInteger(seq) &&
    Timestamp.is(at) &&
    typeof type === 'string' &&
    typeof data === 'object' &&
    data !== null &&
    (more === undefined || (Number.isSafeInteger(more) && (more as number) > 0))
  )
}

const hashFault = (sha256: Sha256, line: Uint8Array, record: Envelope): LineFault | undefined =>
  sha256(line.subarray(0, line.length - sealBytes)) === record.hash
    ? undefined
    : { kind: 'hash_mismatch', message: 'the bytes of the line do not give its hash' }

const placeFault = (record: Envelope, before: RecordRef | undefined): LineFault | undefined => {
  if (record.prev !== (before?.hash ?? noHash))
    return { kind: 'prev_mismatch', message: 'prev is not the hash of the line before' }
  const seq = (before?.seq ?? -1) + 1
  return record.seq === seq
    ? undefined
    : { kind: 'seq_mismatch', message: `seq is ${record.seq} and should be ${seq}` }
}

const readEvent = (record: ForeignRecord): E.Either<LineFault, CheckedLine> => {
  if (!isEventType(record.type)) return E.right({ known: false, record })
  const decoded = decodeEvent(record.type, record)
  return E.isRight(decoded)
    ? E.right({ known: true, record: record as LogRecord })
    : fault('event_shape', `${record.type}: ${decoded.left}`)
}

const decodeEvent = (type: EventType, record: ForeignRecord): E.Either<string, Event> =>
  decode<Event>(eventCodecs[type] as unknown as import('io-ts').Type<Event>, record)

const fault = (kind: LineFaultKind, message: string) => E.left({ kind, message })
