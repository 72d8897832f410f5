import * as E from 'fp-ts/lib/Either.js'
import { decode } from '../decode.js'
import { eventCodecs, eventIs, isEventType } from '../event/event.js'
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

/** A line that passed; `known` tells whether this version knows what it says. */
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
    const due: Due = {
      hash: sha256(line.subarray(0, line.length - sealBytes)),
      prev: before?.hash ?? noHash,
      seq: (before?.seq ?? -1) + 1,
    }
    const envelope = readEnvelope(line, due)
    if (E.isLeft(envelope)) return envelope
    const broken = chainFault(envelope.right, due)
    return broken === undefined ? readEvent(envelope.right) : E.left(broken)
  }

/** What the line has to say, by its bytes and by the record before it. */
type Due = Pick<Envelope, 'hash' | 'prev' | 'seq'>

const readEnvelope = (line: Uint8Array, due: Due): E.Either<LineFault, ForeignRecord> => {
  const text = decodeUtf8(line)
  if (text === undefined) return fault('not_utf8', 'the line is not valid UTF-8')
  const parsed = E.tryCatch(
    (): unknown => JSON.parse(text),
    (error) => String(error),
  )
  if (E.isLeft(parsed)) return fault('not_json', notJson(text, parsed.left))
  if (!isFramed(text)) return fault('shape', notFramed(text))
  return isEnvelope(parsed.right, due)
    ? E.right(parsed.right)
    : fault('shape', 'the line lacks one of prev, seq, at, type, data, hash')
}

// These two are not to be seen in what is quoted of a line.
const notJson = (text: string, error: string): string =>
  text.startsWith('\ufeff')
    ? 'the line is not JSON: it begins with a byte order mark (U+FEFF)'
    : `the line is not JSON (${error})`

const notFramed = (text: string): string =>
  text.endsWith('\r')
    ? 'the line ends with a carriage return (CR LF for LF), which no program of yoi writes'
    : 'the line does not begin with "prev" and end with "hash"'

const decodeUtf8 = (line: Uint8Array): string | undefined => {
  const decoded = E.tryCatch(
    () => utf8.decode(line),
    () => undefined,
  )
  return E.isRight(decoded) ? decoded.right : undefined
}

// One for all lines: making a decoder costs more than decoding a short line.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// The text is JSON, so what begins there is the last member, and `hash` is whole if it is a hash.
const isFramed = (text: string): boolean =>
  text.startsWith('{"prev":"') &&
  text.startsWith(',"hash":"', text.length - sealBytes) &&
  text.endsWith('"}')

// What is due is a hash; the patterns, which cost more than the rest, are for what differs from it.
const isEnvelope = (u: unknown, due: Due): u is ForeignRecord => {
  if (typeof u !== 'object' || u === null) return false
  const { prev, seq, at, type, more, data, hash } = u as Record<keyof ForeignRecord, unknown>
  return (
    (prev === due.prev || Hash.is(prev)) &&
    (hash === due.hash || Hash.is(hash)) &&
    Number.isSafeInteger(seq) &&
    Timestamp.is(at) &&
    typeof type === 'string' &&
    typeof data === 'object' &&
    data !== null &&
    (more === undefined || (Number.isSafeInteger(more) && (more as number) > 0))
  )
}

const chainFault = ({ hash, prev, seq }: Envelope, due: Due): LineFault | undefined => {
  const itself = seq === due.seq ? '' : `; the line calls itself record ${seq}`
  if (hash !== due.hash)
    return { kind: 'hash_mismatch', message: `the bytes of the line do not give its hash${itself}` }
  if (prev !== due.prev)
    return { kind: 'prev_mismatch', message: `prev is not the hash of the line before${itself}` }
  return seq === due.seq
    ? undefined
    : { kind: 'seq_mismatch', message: `seq is ${seq} and should be ${due.seq}` }
}

const readEvent = (record: ForeignRecord): E.Either<LineFault, CheckedLine> => {
  const isEvent = eventIs(record.type)
  if (isEvent === undefined) return E.right({ known: false, record })
  return isEvent(record)
    ? E.right({ known: true, record: record as LogRecord })
    : fault('event_shape', `${record.type}: ${shapeFault(record)}`)
}

// Asking costs a tenth of decoding; only a fault needs the decoder's words.
const shapeFault = (record: ForeignRecord): string => {
  const decoded = isEventType(record.type)
    ? decode<unknown>(eventCodecs[record.type], record)
    : E.right(record)
  return E.isLeft(decoded) ? decoded.left : 'not its shape'
}

const fault = (kind: LineFaultKind, message: string) => E.left({ kind, message })
