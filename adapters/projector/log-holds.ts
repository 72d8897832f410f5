import { readdir } from 'node:fs/promises'
import type { SessionId } from '../../domain/ids.js'
import { openRegular } from '../node/open-regular.js'
import { type Checkpoint, readCheckpoint } from './checkpoint.js'
import { meansNoFile } from './means-no-file.js'
import { tipIn } from './tip-in.js'

/**
 * Whether the log still holds what the checkpoint saw: the line that ends at its offset hashes to
 * its tip. Reads that one line. What is no readable file holds nothing. Rejects when the disk or a
 * shortage kept it from being read: a log must not be called cut for that.
 */
export const logHolds = async (log: string, checkpoint: Checkpoint): Promise<boolean> => {
  try {
    return await holds(log, checkpoint)
  } catch (error) {
    if (meansNoFile(error)) return false
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

/**
 * Whether the log holds all that was ever seen of it: `unknown` without a checkpoint or when it
 * could not be looked at, false also while a checkpoint lies there that an earlier log had and this
 * one has not.
 */
export const completeness = async (where: LogAndFolder): Promise<boolean | 'unknown'> => {
  try {
    return !(await hasLost(where.folder)) && (await holdsCheckpoint(where))
  } catch {
    return 'unknown'
  }
}

const hasLost = async (folder: string): Promise<boolean> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (meansNoFile(error)) return []
    throw error
  })
  return names.some(isLost)
}

const holdsCheckpoint = async ({ session, log, folder }: LogAndFolder) => {
  const checkpoint = await readCheckpoint(folder, session)
  return checkpoint === undefined ? ('unknown' as const) : logHolds(log, checkpoint)
}

const isLost = (name: string): boolean => /^checkpoint\.lost-.*\.json$/.test(name)
