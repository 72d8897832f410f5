import { dirname } from 'node:path'
import { crashPoint } from '../node/crash-point.js'
import { attempt, logFailure, type Step } from './log-failure.js'
import { checkSize, expectedSize, type LogWriter } from './log-writer.js'
import { openKnown } from './open-known.js'
import { quarantine, writeAll } from './quarantine.js'

/**
 * Opens or makes the log, moves its torn tail away, writes the batch behind what is acknowledged and
 * makes it durable. What was written stands in `attempted`, also when it failed.
 */
export const commitBatch = async (writer: LogWriter, batch: Buffer): Step =>
  (await ensureOpen(writer)) ??
  checkSize(writer, expectedSize(writer)) ??
  (await moveTail(writer)) ??
  (await write(writer, batch)) ??
  (await sync(writer))

/**
 * Writes and syncs bytes behind all that is there, a torn tail included, and keeps a copy of that
 * tail, to see that all of it can be done.
 */
export const writeTrial = async (writer: LogWriter, bytes: Buffer): Step =>
  (await ensureOpen(writer)) ??
  (await copyTail(writer)) ??
  (await write(writer, bytes)) ??
  (await sync(writer))

const ensureOpen = async (writer: LogWriter): Step => {
  if (writer.file !== undefined) return undefined
  return writer.standing === 'none' ? create(writer) : openKnown(writer)
}

const create = (writer: LogWriter): Step =>
  attempt(writer.path, 'create_failed', async () => {
    await writer.files.makeFolder(dirname(writer.path))
    crashPoint('log.before_create')
    writer.file = await writer.files.open(writer.path, 'create')
    writer.standing = 'made'
    crashPoint('log.created')
    if (writer.file.tryLock()) return undefined
    return logFailure(writer.path, 'create_failed', 'another process holds its lock')
  })

const moveTail = async (writer: LogWriter): Step => (await copyTail(writer)) ?? cutTail(writer)

const copyTail = async (writer: LogWriter): Step => {
  const { tail, file } = writer
  if (tail === undefined || file === undefined) return undefined
  return attempt(writer.path, 'write_failed', async () => {
    const target = { folder: writer.quarantineFolder, name: tail.kept }
    crashPoint('tail.before_copy')
    const digest = await quarantine(writer.files, target, { file, ...tail })
    if (digest !== tail.digest)
      return logFailure(writer.path, 'intruder', 'its torn tail is another one')
    writer.tail = { ...tail, copied: true }
    crashPoint('tail.copied')
    return undefined
  })
}

const cutTail = async (writer: LogWriter): Step => {
  const { tail, file } = writer
  if (tail === undefined || file === undefined) return undefined
  return attempt(writer.path, 'write_failed', async () => {
    await file.truncate(writer.size)
    crashPoint('tail.cut')
    writer.tail = undefined
    return undefined
  })
}

const write = (writer: LogWriter, batch: Buffer): Step =>
  attempt(writer.path, 'write_failed', async () => {
    const { file } = writer
    if (file === undefined) throw new Error('it is not open')
    writer.attempted = batch
    crashPoint('log.before_write')
    await writeAll(file, batch)
    crashPoint('log.written')
    return checkSize(writer, expectedSize(writer) + batch.length)
  })

// A file is durable only when its name is, also one whose maker was killed before it saw to that.
const sync = (writer: LogWriter): Step =>
  attempt(writer.path, 'sync_failed', async () => {
    await writer.file?.datasync()
    crashPoint('log.synced')
    if (writer.isNamed) return undefined
    await writer.files.syncFolder(dirname(writer.path))
    crashPoint('log.folder_synced')
    return undefined
  })
