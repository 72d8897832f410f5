import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionId } from '../../domain/ids.js'
import { openRegular } from '../node/open-regular.js'
import { type Checkpoint, checkpointName, readCheckpointFile } from './checkpoint.js'
import { meansClosed, meansNoFile } from './means-no-file.js'
import { tipIn } from './tip-in.js'

/**
 * Whether the log still holds what the checkpoint saw: the line that ends at its offset hashes to
 * its tip. Reads that one line. What is no file holds nothing. Rejects when the log is closed to us,
 * or the disk or a shortage kept it from being read: a log must not be called cut for that.
 */
export const logHolds = async (log: string, checkpoint: Checkpoint): Promise<boolean> => {
  try {
    return await holds(log, checkpoint)
  } catch (error) {
    if (meansNoFile(error) && !meansClosed(error)) return false
    throw error
  }
}

const holds = async (log: string, checkpoint: Checkpoint): Promise<boolean> => {
  const handle = await openRegular(log)
  try {
    return (await tipIn(handle, checkpoint)) === 'held'
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

/** A record that was seen in a log and is not there any more, and the file that says so. */
export type GoneRecord = Checkpoint['tip'] & { readonly witness: string }

/** Whether a log holds all that was ever seen of it, and what of that is gone. */
export type Completeness = {
  readonly complete: boolean | 'unknown'
  readonly gone: ReadonlyArray<GoneRecord>
}

/** The first half of `goneFrom`: whether the log holds all that was ever seen of it. */
export const completeness = async (where: LogAndFolder): Promise<boolean | 'unknown'> =>
  (await goneFrom(where)).complete

/**
 * What was seen in a log and is gone, by its checkpoint and by those that were set aside because an
 * earlier state of the log did not hold them. The log itself decides: one that holds the records
 * again is complete. `unknown` when no sound checkpoint is left or one of them is damaged, and when
 * the log could not be looked at.
 */
export const goneFrom = async (where: LogAndFolder): Promise<Completeness> => {
  try {
    return await judged(where)
  } catch {
    return { complete: 'unknown', gone: [] }
  }
}

const judged = async ({ session, log, folder }: LogAndFolder): Promise<Completeness> => {
  const gone: GoneRecord[] = []
  let held = 0
  let damaged = 0
  for (const name of [checkpointName, ...(await lostNames(folder))]) {
    const witness = join(folder, name)
    const checkpoint = await readCheckpointFile(witness, session)
    if (checkpoint === undefined) damaged += name === checkpointName ? 0 : 1
    else if (await logHolds(log, checkpoint)) held += 1
    else gone.push({ ...checkpoint.tip, witness })
  }
  if (gone.length > 0) return { complete: false, gone }
  return { complete: held > 0 && damaged === 0 ? true : 'unknown', gone }
}

const lostNames = async (folder: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (meansNoFile(error)) return []
    throw error
  })
  return names.filter(isLost).sort()
}

const isLost = (name: string): boolean => /^checkpoint\.lost-.*\.json$/.test(name)
