import type { FileHandle } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import { checkLine } from '../../domain/log/chain.js'
import { continuesGroup, endsGroup } from '../../domain/log/group.js'
import type { LogPart } from '../../domain/log/reading.js'
import { type LogRecord, refOf } from '../../domain/log/record.js'
import { sha256 } from '../node/sha256.js'
import { checkPart } from './check-part.js'
import { claimedBefore } from './claimed-place.js'
import { readExactly } from './last-line.js'
import { openQuietly } from './open-quietly.js'

/**
 * The newest records of a log, to be shown before the log has been read whole: what is whole in its
 * last `limits.tailBytes`, each line checked by its own hash and against the one before it. None
 * when one of them is at fault, or when the log cannot be read. A torn tail never happened. Reads no
 * more than that, whatever the log's length, and changes no time of it. Never rejects.
 */
export const readTail = async (path: string): Promise<ReadonlyArray<LogRecord>> => {
  try {
    const handle = await openQuietly(path)
    try {
      return recordsOf(await lastBytes(handle, limits.tailBytes))
    } finally {
      await handle.close()
    }
  } catch {
    // Whoever reads the whole log says what is wrong with it.
    return []
  }
}

/**
 * What the last bytes of a log say, whatever is wrong with some of them, from the first line that
 * begins there: each line is checked by itself and against the one before it. What lies behind the
 * last whole group is left out. Rejects with the file system's error.
 */
export const readTailPart = async (path: string, bytesMax: number): Promise<LogPart> => {
  const handle = await openQuietly(path)
  try {
    const { bytes, from } = await lastBytes(handle, bytesMax)
    const start = from === 0 ? 0 : bytes.indexOf(0x0a) + 1
    const part = checkPart(sha256)({ bytes: bytes.subarray(start), offset: from + start })
    return { ...part, records: part.records.slice(0, part.records.findLastIndex(endsGroup) + 1) }
  } finally {
    await handle.close()
  }
}

/** The last bytes of a log, and where they begin. */
type Tail = { readonly bytes: Buffer; readonly from: number }

const lastBytes = async (handle: FileHandle, bytesMax: number): Promise<Tail> => {
  const { size } = await handle.stat()
  const from = Math.max(0, size - bytesMax)
  const read = async (into: Uint8Array, position: number): Promise<number> =>
    (await handle.read(into, 0, into.length, position)).bytesRead
  return { bytes: await readExactly({ read }, from, size - from), from }
}

const recordsOf = ({ bytes, from }: Tail): ReadonlyArray<LogRecord> => {
  const records: LogRecord[] = []
  let start = from === 0 ? 0 : bytes.indexOf(0x0a) + 1
  for (let end = bytes.indexOf(0x0a, start); end !== -1; end = bytes.indexOf(0x0a, start)) {
    const line = bytes.subarray(start, end)
    const last = records.at(-1)
    // What the first line says of the one before is covered by its own hash.
    const before = last === undefined ? claimedBefore(line) : refOf(last)
    const found = checkLine(sha256)(line, before)
    if (E.isLeft(found) || !found.right.known) return []
    if (!continuesGroup(last, found.right.record)) return []
    records.push(found.right.record)
    start = end + 1
  }
  return records.slice(0, records.findLastIndex(endsGroup) + 1)
}
