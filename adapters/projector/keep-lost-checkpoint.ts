import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../domain/ports.js'
import { codeOf } from '../node/code-of.js'
import { checkpointName, readCheckpoint } from './checkpoint.js'
import { type LogAndFolder, logHolds } from './log-holds.js'

/**
 * Sets a checkpoint aside that the log does not hold, as the witness of records that are gone.
 * Gives the name it is kept under, or undefined when there was nothing to keep.
 */
export const keepLostCheckpoint = async (
  { session, log, folder }: LogAndFolder,
  clock: Clock,
): Promise<string | undefined> => {
  const checkpoint = await readCheckpoint(folder, session)
  if (checkpoint === undefined || (await logHolds(log, checkpoint))) return undefined
  const kept = `checkpoint.lost-${clock.now().replace(/[:.-]/g, '')}.json`
  return (await moved(join(folder, checkpointName), join(folder, kept))) ? kept : undefined
}

// Another projector may have kept it a moment before.
const moved = async (from: string, to: string): Promise<boolean> => {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}
