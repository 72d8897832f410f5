import { join } from 'node:path'
import type { Hash, RecordRef, SessionId } from '../../domain/ids.js'
import { toArray } from '../../domain/list.js'
import type { ProjectedFile, SessionFiles } from '../../domain/projection.js'
import { privateFolder } from '../node/private-folder.js'
import { sha256 } from '../node/sha256.js'
import { removeLeftTemps } from '../node/write-atomic.js'
import { type Checkpoint, checkpointName, checkpointText } from './checkpoint.js'
import type { Followed } from './follow-log.js'
import { type FileStamp, isStamped, stampOf, writeChanged } from './write-changed.js'

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
  await privateFolder(target.folder)
  if (before.size === 0) await removeLeftTemps(target.folder)
  const written = new Map<string, WrittenFile>()
  for (const file of target.files.files) {
    const path = join(target.folder, file.name)
    written.set(file.name, await writePart(path, { file, ...followed }, before.get(file.name)))
  }
  const text = checkpointText(checkpointOf(target, followed, written))
  await writeChanged(join(target.folder, checkpointName), Buffer.from(text))
  return written
}

const writePart = async <S>(
  path: string,
  { file, state }: { readonly file: ProjectedFile<S>; readonly state: S },
  before: WrittenFile | undefined,
): Promise<WrittenFile> => {
  const part = file.part(state)
  const isKnown = before !== undefined && before.part === part
  if (isKnown && isStamped(await stampOf(path), before.stamp)) return before
  const bytes = Buffer.from(file.text(state))
  return { part, hash: sha256(bytes), stamp: await writeChanged(path, bytes) }
}

const checkpointOf = <S>(
  { session, files }: Target<S>,
  { place, state, lastLine, turns, tip }: Placed<S>,
  written: Written,
): Checkpoint => ({
  format: 1,
  session,
  records: tip.seq + 1,
  offset: place.offset,
  last_line: lastLine,
  tip,
  head: files.head(state) ?? null,
  turns: toArray(turns),
  files: Object.fromEntries(Array.from(written, ([name, { hash }]) => [name, hash])),
  line: { ...files.line(state) },
})
