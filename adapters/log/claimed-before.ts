import type { RecordRef, Seq } from '../../domain/ids.js'

const head = /^\{"prev":"([0-9a-f]{64})","seq":(\d{1,15}),/
const headBytes = 100

const readHead = (bytes: Uint8Array): RegExpExecArray | null =>
  head.exec(Buffer.from(bytes.subarray(0, headBytes)).toString('latin1'))

/** The record that a line says it follows; undefined when it says none. */
export const claimedBefore = (bytes: Uint8Array): RecordRef | undefined => {
  const [, prev, seq] = readHead(bytes) ?? []
  if (prev === undefined || Number(seq) === 0) return undefined
  // The cast is checked by the pattern.
  return { seq: Number(seq) - 1, hash: prev as RecordRef['hash'] }
}

/** The place in its log that a line says it has. */
export const claimedSeq = (bytes: Uint8Array): Seq | undefined => {
  const seq = readHead(bytes)?.[2]
  return seq === undefined ? undefined : Number(seq)
}
