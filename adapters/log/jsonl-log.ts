import * as E from 'fp-ts/lib/Either.js'
import type { Hash } from '../../domain/ids.js'
import type { EventLog, LogFailure } from '../../domain/ports.js'
import { commitBatch, writeTrial } from './commit-batch.js'
import { cutBack, discard } from './cut-back.js'
import { attempt, logFailure, type Step } from './log-failure.js'
import { type LogWriter, release } from './log-writer.js'
import { type JsonlLogOptions, newWriter } from './new-writer.js'
import { dropUnacknowledged, openKnown } from './open-known.js'
import { type KnownLog, readPage } from './read-page.js'

/** The log of one session as a file. */
export type JsonlLog = EventLog & {
  /**
   * Opens a log that is there and takes its lock before anything is appended; changes no byte of
   * it. A failure is that of an intruder; whatever else stands in the way is told by `append`.
   */
  readonly hold: () => Promise<LogFailure | undefined>
}

/**
 * The log of one session as a JSONL file. Opens nothing before `hold` or the first append; a log of
 * size 0 without a tail is made then. One descriptor, one buffer, one write (more when the system writes
 * short) and one sync a batch. The size is checked before and after each write. Nothing is ever cut
 * off but the given tail and what this writer wrote itself without acknowledging it.
 */
export const jsonlLog = (options: JsonlLogOptions): JsonlLog => {
  const writer = newWriter(options)
  return {
    hold: () => hold(writer),
    append: (lines) => () => append(writer, lines),
    reopen: () => () => reopen(writer),
    size: () => writer.size,
    page: (page) => () => readPage(knownLog(writer), page),
    close: async () => {
      writer.state = 'closed'
      await release(writer)
    },
  }
}

const noBytes = Buffer.alloc(0)

const knownLog = ({ path, starts, size }: LogWriter): KnownLog => ({
  path,
  starts,
  sizeBytes: size,
})

const hold = async (writer: LogWriter): Step => {
  if (writer.file !== undefined || writer.standing === 'none') return undefined
  const failed = await openKnown(writer)
  return failed?.code === 'intruder' ? failed : undefined
}

const append = async (
  writer: LogWriter,
  lines: ReadonlyArray<string>,
): Promise<E.Either<LogFailure, void>> => {
  if (writer.state !== 'good') return E.left(logFailure(writer.path, 'poisoned', writer.state))
  if (lines.length === 0) return E.right(undefined)
  const lengths = lines.map((line) => Buffer.byteLength(line) + 1)
  const batch = bytesOf(lines, lengths)
  const failed = await attempt(writer.path, 'write_failed', () => commitBatch(writer, batch))
  if (failed === undefined) return E.right(acknowledge(writer, batch, lengths))
  writer.state = 'poisoned'
  writer.refused = batch
  if (failed.code !== 'intruder') await attempt(writer.path, 'write_failed', () => cutBack(writer))
  return E.left(failed)
}

// Line by line: joined to one text first, which is then made into bytes, it takes several times as
// long where a line holds characters outside Latin 1.
const bytesOf = (lines: ReadonlyArray<string>, lengths: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0))
  let end = 0
  for (const [index, line] of lines.entries()) {
    bytes.write(line, end)
    end += lengths[index] ?? 0
    bytes[end - 1] = 0x0a
  }
  return bytes
}

const acknowledge = (writer: LogWriter, batch: Buffer, lengths: ReadonlyArray<number>): void => {
  for (const length of lengths) {
    writer.starts.add(writer.size)
    writer.size += length
  }
  writer.tip = sealOf(batch)
  writer.attempted = noBytes
  writer.refused = noBytes
  writer.standing = 'there'
  writer.isNamed = true
}

// The last line ends with 64 hex digits, `"}` and the newline.
const sealOf = (batch: Buffer): Hash => batch.subarray(-67, -3).toString('latin1') as Hash

const reopen = async (writer: LogWriter): Promise<E.Either<LogFailure, void>> => {
  if (writer.state === 'closed') return E.left(logFailure(writer.path, 'poisoned', 'closed'))
  const failed = (await openAnew(writer)) ?? (await tryOut(writer))
  writer.state = failed === undefined ? 'good' : 'poisoned'
  if (failed === undefined) writer.attempted = noBytes
  return failed === undefined ? E.right(undefined) : E.left(failed)
}

const openAnew = async (writer: LogWriter): Step => {
  if (writer.standing === 'made') return undoCreation(writer)
  await release(writer)
  return writer.standing === 'none' ? undefined : openKnown(writer)
}

// The descriptor of the failed creation is still open here, and its lock held.
const undoCreation = (writer: LogWriter): Step =>
  attempt(writer.path, 'create_failed', async () => {
    const failed = writer.file && (await dropUnacknowledged(writer, writer.file))
    if (failed === undefined) await discard(writer)
    return failed
  })

// That it opens does not say that it takes anything. What was refused is written once more with
// blanks for its newlines, so that it can be nothing but a torn tail, and cut off again.
const tryOut = async (writer: LogWriter): Step => {
  if (writer.refused.length === 0) return undefined
  const trial = writer.refused.map((byte) => (byte === 0x0a ? 0x20 : byte))
  const failed = await writeTrial(writer, Buffer.from(trial))
  if (failed?.code === 'intruder') return failed
  const left = await attempt(writer.path, 'write_failed', () => cutBack(writer))
  return failed ?? left
}
