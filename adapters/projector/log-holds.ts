import { open, readdir } from 'node:fs/promises'
import type { SessionId } from '../../domain/ids.js'
import { type Checkpoint, readCheckpoint } from './checkpoint.js'
import { tipIn } from './tip-in.js'

/**
 * Whether the log still holds what the checkpoint saw: the line that ends at its offset hashes to
 * its tip. Reads that one line. A log that cannot be read holds nothing.
 */
export const logHolds = async (log: string, checkpoint: Checkpoint): Promise<boolean> => {
  const handle = await open(log, 'r').catch(() => undefined)
  if (handle === undefined) return false
  try {
    return (await tipIn(handle, checkpoint)) === 'held'
  } catch {
    // A file that opens and cannot be read holds nothing either.
    return false
  } finally {
    await handle.close()
  }
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
