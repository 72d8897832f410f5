import { join } from 'node:path'
import type { LogPlace } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'
import { sha256 } from '../node/sha256.js'
import { type Checkpoint, readCheckpoint } from './checkpoint.js'
import { type LogAndFolder, logHolds } from './log-holds.js'
import { meansClosed, noneIfClosed } from './means-no-file.js'
import { readFound } from './read-found.js'

/** Where a reader goes on behind a checkpoint that the log holds. */
export const placeBehind = ({ offset, tip }: Checkpoint): LogPlace => ({
  offset,
  line: tip.seq + 2,
  before: tip,
})

/**
 * The checkpoint of files that agree with the whole log: the log holds it, nothing has been
 * committed since, and each file has the digest that it names. Else undefined. Rejects when that
 * is not known, as `readFound` does.
 */
export const filesAgree = async (
  where: LogAndFolder,
  reader: LogReader,
): Promise<Checkpoint | undefined> => {
  const checkpoint = await readCheckpoint(where.folder, where.session).catch(noneIfClosed)
  if (checkpoint === undefined || !(await holds(where.log, checkpoint))) return undefined
  const agrees =
    (await isAtEnd(where.log, checkpoint, reader)) && (await areWhole(where.folder, checkpoint))
  return agrees ? checkpoint : undefined
}

// A log that is closed to us agrees with nothing; whoever reads it next says why.
const holds = (log: string, checkpoint: Checkpoint): Promise<boolean> =>
  logHolds(log, checkpoint).catch((error: unknown) => {
    if (meansClosed(error)) return false
    throw error
  })

// A torn tail behind the checkpoint never happened.
const isAtEnd = async (log: string, checkpoint: Checkpoint, reader: LogReader) => {
  for await (const reading of reader.read(log, { from: placeBehind(checkpoint) }))
    if (reading.type !== 'torn') return false
  return true
}

const areWhole = async (folder: string, { files }: Checkpoint): Promise<boolean> => {
  for (const [name, hash] of Object.entries(files)) {
    const bytes = await readFound(join(folder, name))
    if (bytes === undefined || sha256(bytes) !== hash) return false
  }
  return true
}
