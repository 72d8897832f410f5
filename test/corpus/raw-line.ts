import { sha256 } from '../../adapters/node/sha256.js'
import { noHash, type RecordRef } from '../../domain/ids.js'
import { sampleTime } from '../support/sample-log.js'

/** A line that the product would not write, sealed as the rule wants it. */
export type RawLine = { readonly bytes: Buffer; readonly ref: RecordRef }

/** What such a line says; the seq is the next one and the group ends when left out. */
export type RawRecord = {
  readonly type: string
  /** JSON as it will stand in the line; bytes where it is not even UTF-8. */
  readonly data: string | Buffer
  readonly seq?: number
  readonly more?: number
}

/** Seals any bytes behind `before`. */
export const rawLine = (before: RecordRef | undefined, record: RawRecord): RawLine => {
  const { type, data, seq = (before?.seq ?? -1) + 1, more } = record
  const start =
    `{"prev":"${before?.hash ?? noHash}","seq":${seq},"at":"${sampleTime}","type":"${type}"` +
    `${more === undefined ? '' : `,"more":${more}`},"data":`
  const body = Buffer.concat([Buffer.from(start), Buffer.from(data)])
  const hash = sha256(body)
  return { bytes: Buffer.concat([body, Buffer.from(`,"hash":"${hash}"}`)]), ref: { seq, hash } }
}
