import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seq, SessionId } from '../../domain/ids.js'
import { openRegular } from '../node/open-regular.js'
import {
  type Checkpoint,
  checkpointName,
  readCheckpoint,
  readCheckpointFile,
} from './checkpoint.js'
import { meansClosed, meansNoFile, noneIfClosed } from './means-no-file.js'
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

/**
 * A checkpoint that speaks against a log. `gone`: the log does not hold the record `seq` that it saw;
 * `back`: it was set aside for that, and the log holds the record again; `damaged`: it was set
 * aside, and nobody can say what it saw.
 */
export type Witness =
  | { readonly says: 'gone' | 'back'; readonly file: string; readonly seq: Seq }
  | { readonly says: 'damaged'; readonly file: string }

/** Whether a log holds all that was ever seen of it, and what speaks against that. */
export type Completeness = {
  readonly complete: boolean | 'unknown'
  readonly witnesses: ReadonlyArray<Witness>
}

/** The first half of `completenessOf`: whether the log holds all that was ever seen of it. */
export const completeness = async (where: LogAndFolder): Promise<boolean | 'unknown'> =>
  (await completenessOf(where)).complete

/**
 * Whether a log holds what its checkpoint saw. Not complete either while a checkpoint lies there that
 * was set aside; a projector removes those whose record is back. `unknown` when no sound checkpoint
 * is left, and when the log could not be looked at.
 */
export const completenessOf = async (where: LogAndFolder): Promise<Completeness> => {
  try {
    return await judged(where)
  } catch {
    return { complete: 'unknown', witnesses: [] }
  }
}

const judged = async (where: LogAndFolder): Promise<Completeness> => {
  const last = await readCheckpoint(where.folder, where.session)
  const file = join(where.folder, checkpointName)
  const isHeld = last === undefined ? ('unknown' as const) : await logHolds(where.log, last)
  const witnesses = [
    ...(last !== undefined && isHeld === false
      ? [{ says: 'gone', file, seq: last.tip.seq } as const]
      : []),
    ...(await setAside(where)),
  ]
  return { complete: witnesses.length === 0 && isHeld, witnesses }
}

/** What the checkpoints that were set aside say of the log by now. Rejects as `logHolds` does. */
export const setAside = async (where: LogAndFolder): Promise<ReadonlyArray<Witness>> => {
  const witnesses: Witness[] = []
  for (const name of await lostNames(where.folder)) {
    const file = join(where.folder, name)
    const checkpoint = await readCheckpointFile(file, where.session).catch(noneIfClosed)
    witnesses.push(
      checkpoint === undefined
        ? { says: 'damaged', file }
        : {
            says: (await logHolds(where.log, checkpoint)) ? 'back' : 'gone',
            file,
            seq: checkpoint.tip.seq,
          },
    )
  }
  return witnesses
}

const lostNames = async (folder: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (meansNoFile(error)) return []
    throw error
  })
  return names.filter(isLost).sort()
}

const isLost = (name: string): boolean => /^checkpoint\.lost-.*\.json$/.test(name)
