import type { FileHandle } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { noHash, type RecordRef, type Seq } from '../../domain/ids.js'
import { checkLine } from '../../domain/log/chain.js'
import { type LogRecord, refOf } from '../../domain/log/record.js'
import type { LogPage, PageFailure, ReadPage } from '../../domain/ports.js'
import { messageOf } from '../node/message-of.js'
import { sha256 } from '../node/sha256.js'
import { claimedOf } from './claimed-place.js'
import { readExactly } from './last-line.js'
import type { LineStarts } from './line-starts.js'
import { openQuietly } from './open-quietly.js'

/** A log of which the first `sizeBytes` are known, line by line. */
export type KnownLog = {
  readonly path: string
  readonly starts: LineStarts
  readonly sizeBytes: number
}

/**
 * Reads a page as `EventLog.page` promises: exactly its lines, each checked by its own hash and
 * against the line before it in the page. Never rejects.
 */
export const readPage = async (
  log: KnownLog,
  page: LogPage,
): Promise<E.Either<PageFailure, ReadPage>> => {
  const range = rangeOf(log, page)
  if (range.seq === range.end) return E.right({ from: range.seq, records: [] })
  try {
    const bytes = await bytesOf(log.path, range)
    return checked(bytes, range, log)
  } catch (error) {
    return E.left(unreadable(log.path, messageOf(error)))
  }
}

/** The records from `seq` up to `end`, which is not included, and their bytes. */
type Range = {
  readonly seq: Seq
  readonly end: Seq
  readonly offset: number
  readonly length: number
}

const rangeOf = ({ starts, sizeBytes }: KnownLog, page: LogPage): Range => {
  const end = Math.max(0, Math.min(page.before, starts.count()))
  const stop = starts.of(end) ?? sizeBytes
  let seq = end
  while (seq > 0 && end - seq < page.limit) {
    const length = stop - (starts.of(seq - 1) ?? 0)
    if (length > page.bytesMax && seq < end) break
    seq -= 1
  }
  const offset = starts.of(seq) ?? sizeBytes
  return { seq, end, offset, length: stop - offset }
}

const bytesOf = async (path: string, { offset, length }: Range): Promise<Buffer> => {
  const handle = await openQuietly(path)
  try {
    return await readExactly({ read: (into, at) => readInto(handle, into, at) }, offset, length)
  } finally {
    await handle.close()
  }
}

const readInto = async (handle: FileHandle, into: Uint8Array, position: number): Promise<number> =>
  (await handle.read(into, 0, into.length, position)).bytesRead

const checked = (
  bytes: Buffer,
  range: Range,
  { path, starts, sizeBytes }: KnownLog,
): E.Either<PageFailure, ReadPage> => {
  const records: LogRecord[] = []
  let before = refBefore(bytes, range.seq)
  for (let seq = range.seq; seq < range.end; seq += 1) {
    const start = starts.of(seq) ?? 0
    const stop = starts.of(seq + 1) ?? sizeBytes
    const line = bytes.subarray(start - range.offset, stop - range.offset)
    const found = line.at(-1) === 0x0a ? checkLine(sha256)(line.subarray(0, -1), before) : noLine
    if (E.isLeft(found)) return E.left(damaged(path, { seq, start }, found.left.message))
    before = refOf(found.right.record)
    if (found.right.known) records.push(found.right.record)
  }
  return E.right({ from: range.seq, records })
}

// The line before the page is not read; what the first one says of it is covered by its own hash.
const refBefore = (bytes: Buffer, seq: Seq): RecordRef | undefined =>
  seq === 0 ? undefined : { seq: seq - 1, hash: claimedOf(bytes)?.prev ?? noHash }

const noLine = E.left({ message: 'the line does not end where it ended' })

const unreadable = (path: string, detail: string): PageFailure => ({
  message: `The log ${path} could not be read back (${detail}): check the disk, then ask again.`,
})

type Place = { readonly seq: Seq; readonly start: number }

const damaged = (path: string, { seq, start }: Place, fault: string): PageFailure => ({
  message:
    `The log ${path} was damaged since this Pod read it (line ${seq + 1}, byte ${start}: ` +
    `${fault}): \`yoi verify\` tells all that is wrong.`,
})
