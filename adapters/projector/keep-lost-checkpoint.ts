import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../domain/ports.js'
import { codeOf } from '../node/code-of.js'
import { checkpointName, readCheckpoint } from './checkpoint.js'
import { type LogAndFolder, logHolds } from './log-holds.js'
import { meansClosed } from './means-no-file.js'

/** A checkpoint that was set aside: its name now, and why. `closed`: what it saw cannot be read. */
export type Kept = { readonly name: string; readonly why: 'lost' | 'closed' }

/**
 * Sets a checkpoint aside that the log does not hold, as the witness of records that are gone, and
 * one that is closed to us, which may be such a witness. Undefined when there was nothing to keep.
 */
export const keepLostCheckpoint = async (
  where: LogAndFolder,
  clock: Clock,
): Promise<Kept | undefined> => {
  const why = await reasonToKeep(where)
  if (why === undefined) return undefined
  const name = `checkpoint.lost-${clock.now().replace(/[:.-]/g, '')}.json`
  const { folder } = where
  return (await moved(join(folder, checkpointName), join(folder, name))) ? { name, why } : undefined
}

const reasonToKeep = async ({
  session,
  log,
  folder,
}: LogAndFolder): Promise<Kept['why'] | undefined> => {
  const checkpoint = await readCheckpoint(folder, session).catch((error: unknown) => {
    if (meansClosed(error)) return 'closed' as const
    throw error
  })
  if (checkpoint === undefined || checkpoint === 'closed') return checkpoint
  return (await logHolds(log, checkpoint)) ? undefined : 'lost'
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
