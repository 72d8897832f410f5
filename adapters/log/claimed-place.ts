import type { Hash, RecordRef, Seq } from '../../domain/ids.js'

/** The place that a line says it has: its seq, and the hash of the line before. */
export type ClaimedPlace = { readonly seq: Seq; readonly prev: Hash }

/** What a line says of its place, unchecked; nothing when it does not begin as lines do. */
export const claimedOf = (line: Uint8Array): ClaimedPlace | undefined => {
  const start = Buffer.from(line.subarray(0, headBytes)).toString('latin1')
  const [, prev, seq] = head.exec(start) ?? []
  // The pattern makes it a hash.
  return prev === undefined ? undefined : { seq: Number(seq), prev: prev as Hash }
}

const head = /^\{"prev":"([0-9a-f]{64})","seq":(\d{1,15}),/
const headBytes = 100

/** The record before, as a line names it; nothing before the first. */
export const claimedBefore = (line: Uint8Array): RecordRef | undefined => {
  const claimed = claimedOf(line)
  if (claimed === undefined || claimed.seq === 0) return undefined
  return { seq: claimed.seq - 1, hash: claimed.prev }
}
