import { basename } from 'node:path'
import type { Hash, SessionId } from '../../domain/ids.js'
import { sealBytes } from '../../domain/log/chain.js'
import { systemClock } from '../node/clock.js'
import { sha256 } from '../node/sha256.js'
import { lastLine, readExactly } from './last-line.js'
import { attempt, logFailure, type Step } from './log-failure.js'
import type { LogFile } from './log-files.js'
import { expectedSize, type LogWriter, release } from './log-writer.js'
import { quarantine, quarantineName } from './quarantine.js'

/**
 * Opens a log that is there, takes its lock, and verifies that it ends as this writer knows it.
 * Bytes behind that are kept in quarantine and cut off when they are exactly what this writer
 * tried to write, and refused as `intruder` otherwise. On failure no descriptor stays open.
 */
export const openKnown = async (writer: LogWriter): Step => {
  const failed = await attempt(writer.path, 'write_failed', async () => {
    const file = await writer.files.open(writer.path, 'extend')
    writer.file = file
    if (!file.tryLock()) return intruder(writer, 'another process holds its lock')
    return (await checkEnd(writer, file)) ?? dropUnacknowledged(writer, file)
  })
  if (failed !== undefined) await release(writer)
  return failed
}

const intruder = (writer: LogWriter, detail: string) => logFailure(writer.path, 'intruder', detail)

const checkEnd = async (writer: LogWriter, file: LogFile): Step => {
  const { tip, size, tail } = writer
  const actual = file.size()
  if (tail?.copied === true && actual === size) writer.tail = undefined
  if (actual < expectedSize(writer))
    return intruder(writer, `it has ${actual} bytes and had ${expectedSize(writer)}`)
  const known = tip === undefined || givesHash(await lastLine(file, size), tip)
  return known ? undefined : intruder(writer, 'its last line is another one')
}

const givesHash = (line: Buffer, hash: Hash): boolean =>
  line.subarray(-sealBytes).equals(Buffer.from(`,"hash":"${hash}"}`)) &&
  sha256(line.subarray(0, -sealBytes)) === hash

/** Keeps and cuts off what was written but never acknowledged. */
export const dropUnacknowledged = async (writer: LogWriter, file: LogFile): Step => {
  const foreign = await foreignBytes(writer, file)
  if (foreign !== undefined) return foreign
  const offset = expectedSize(writer)
  const length = file.size() - offset
  if (length === 0) return undefined
  const session = basename(writer.path, '.jsonl') as SessionId
  const name = quarantineName(session, offset, systemClock.now())
  const target = { folder: writer.quarantineFolder, name }
  await quarantine(writer.files, target, { file, offset, length })
  await file.truncate(offset)
  return undefined
}

/** The failure `intruder` unless what lies behind the known end is what this writer wrote there. */
export const foreignBytes = async (writer: LogWriter, file: LogFile): Step => {
  const offset = expectedSize(writer)
  const length = file.size() - offset
  if (length > writer.attempted.length) return intruder(writer, `${length} bytes were added to it`)
  const found = await readExactly(file, offset, length)
  return found.equals(writer.attempted.subarray(0, length))
    ? undefined
    : intruder(writer, `${length} bytes of another writer follow its last line`)
}
