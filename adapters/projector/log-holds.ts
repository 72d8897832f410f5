import { type FileHandle, open, readdir } from 'node:fs/promises'
import type { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { sealBytes } from '../../domain/log/chain.js'
import { sha256 } from '../node/sha256.js'
import { type Checkpoint, readCheckpoint } from './checkpoint.js'

/**
 * Whether the log still holds what the checkpoint saw: the line that ends at its offset hashes to
 * its tip. Reads that one line. A log that cannot be read holds nothing.
 */
export const logHolds = async (log: string, checkpoint: Checkpoint): Promise<boolean> => {
  const handle = await open(log, 'r').catch(() => undefined)
  if (handle === undefined) return false
  try {
    return await holdsTip(handle, checkpoint)
  } catch {
    // A file that opens and cannot be read holds nothing either.
    return false
  } finally {
    await handle.close()
  }
}

const holdsTip = async (
  handle: FileHandle,
  { offset, last_line, tip }: Checkpoint,
): Promise<boolean> => {
  const length = offset - last_line
  if (last_line < 0 || length <= sealBytes || length > limits.lineBytesMax + 1) return false
  if ((await handle.stat()).size < offset) return false
  const line = Buffer.alloc(length)
  await handle.read(line, 0, length, last_line)
  const end = length - 1 - sealBytes
  return (
    line.toString('latin1', end) === `,"hash":"${tip.hash}"}\n` &&
    sha256(line.subarray(0, end)) === tip.hash
  )
}

/** A log and the folder of its projections. */
export type LogAndFolder = {
  readonly session: SessionId
  readonly log: string
  readonly folder: string
}

/**
 * Whether the log holds all that was ever seen of it: `unknown` without a checkpoint, false also
 * while a checkpoint lies there that an earlier log had and this one has not.
 */
export const completeness = async ({
  session,
  log,
  folder,
}: LogAndFolder): Promise<boolean | 'unknown'> => {
  const names = await readdir(folder).catch(() => [])
  if (names.some(isLost)) return false
  const checkpoint = await readCheckpoint(folder, session)
  return checkpoint === undefined ? 'unknown' : logHolds(log, checkpoint)
}

const isLost = (name: string): boolean => /^checkpoint\.lost-.*\.json$/.test(name)
