import { join } from 'node:path'
import type { Hash, RecordRef, SessionId } from '../../domain/ids.js'
import { toArray } from '../../domain/list.js'
import type { SessionFiles } from '../../domain/projection.js'
import { codeOf } from '../node/code-of.js'
import { privateFolder } from '../node/private-folder.js'
import { sha256 } from '../node/sha256.js'
import { removeLeftTemps } from '../node/write-atomic.js'
import { type Checkpoint, checkpointName, checkpointText } from './checkpoint.js'
import type { Followed } from './follow-log.js'
import { type FileStamp, isStamped, stampOf, writeChanged, writeStamped } from './write-changed.js'

/** What was written of each file, so that an unchanged part is not made into text again. */
export type Written = ReadonlyMap<string, WrittenFile>
type WrittenFile = { readonly part: unknown; readonly hash: Hash; readonly stamp: FileStamp }

/** A fold that has met at least one record. */
export type Placed<S> = Followed<S> & { readonly tip: RecordRef }

type Target<S> = {
  readonly session: SessionId
  readonly folder: string
  readonly files: SessionFiles<S>
}

/**
 * Writes the files of a session, then the checkpoint that names their digests, each by temp file
 * and rename and only when its bytes change. The first time, what killed projectors left is removed.
 * Rejects with the file system's error.
 */
export const writeSessionFiles = async <S>(
  target: Target<S>,
  followed: Placed<S>,
  before: Written,
): Promise<Written> => {
  if (before.size === 0) {
    await privateFolder(target.folder)
    await removeLeftTemps(target.folder)
  }
  try {
    return await writeAll(target, followed, before)
  } catch (error) {
    // Someone took the folder away.
    if (codeOf(error) !== 'ENOENT') throw error
    await privateFolder(target.folder)
    return writeAll(target, followed, before)
  }
}

/** Whether the checkpoint that lies there is the one that was written last, and as it was left. */
export const checkpointIsOurs = async (folder: string, written: Written): Promise<boolean> => {
  const left = written.get(checkpointName)
  return left !== undefined && isStamped(await stampOf(join(folder, checkpointName)), left.stamp)
}

const writeAll = async <S>(
  target: Target<S>,
  followed: Placed<S>,
  before: Written,
): Promise<Written> => {
  const { state } = followed
  const keep = async (name: string, due: Due): Promise<readonly [string, WrittenFile]> => [
    name,
    await keepCurrent(join(target.folder, name), due, before.get(name)),
  ]
  const files = await allDone(
    target.files.files.map((file) =>
      keep(file.name, { part: file.part(state), text: () => file.text(state) }),
    ),
  )
  const text = checkpointText(checkpointOf(target, followed, files))
  return new Map([...files, await keep(checkpointName, { part: text, text: () => text })])
}

// A rename of this pass that came after a later pass would put an old file in the place of a new.
const allDone = async <A>(works: ReadonlyArray<Promise<A>>): Promise<ReadonlyArray<A>> => {
  await Promise.allSettled(works)
  return Promise.all(works)
}

/** The same part has the same text. */
type Due = { readonly part: unknown; readonly text: () => string }

// What lies there is looked at only when it is not as we left it.
const keepCurrent = async (
  path: string,
  { part, text }: Due,
  before: WrittenFile | undefined,
): Promise<WrittenFile> => {
  const isOurs = before !== undefined && isStamped(await stampOf(path), before.stamp)
  if (isOurs && before.part === part) return before
  const bytes = Buffer.from(text())
  const hash = sha256(bytes)
  if (!isOurs) return { part, hash, stamp: await writeChanged(path, bytes) }
  return {
    part,
    hash,
    stamp: hash === before.hash ? before.stamp : await writeStamped(path, bytes),
  }
}

const checkpointOf = <S>(
  { session, files }: Target<S>,
  { place, state, lastLine, turns, tip }: Placed<S>,
  written: ReadonlyArray<readonly [string, WrittenFile]>,
): Checkpoint => ({
  format: 1,
  session,
  records: tip.seq + 1,
  offset: place.offset,
  last_line: lastLine,
  tip,
  head: files.head(state) ?? null,
  turns: toArray(turns),
  files: Object.fromEntries(written.map(([name, { hash }]) => [name, hash])),
  line: { ...files.line(state) },
})
