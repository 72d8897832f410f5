import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { rename, rmdir } from 'node:fs/promises'
import { codeOf } from '../node/code-of.js'
import { quickFiles } from '../node/quick-files.js'
import { writeAtomic } from '../node/write-atomic.js'
import { readFound } from './read-found.js'

/**
 * Which file lies at a path and how it was last written or renamed; another file there has another
 * one. Who sets the time of a write back changes `ctimeMs`, which nobody can set.
 */
export type FileStamp = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>

/** The stamp of what lies at a path; undefined when nothing does. Follows links. */
export const stampOf = async (path: string): Promise<FileStamp | undefined> => {
  const found = await quickFiles.stat(path).catch(() => undefined)
  return found && stampFrom(found)
}

const stampFrom = ({ ino, size, mtimeMs, ctimeMs }: FileStamp): FileStamp => ({
  ino,
  size,
  mtimeMs,
  ctimeMs,
})

/** Whether a file is the very one that a stamp was taken of, unchanged since. */
export const isStamped = (found: FileStamp | undefined, stamp: FileStamp): boolean =>
  holdsSame(found, stamp) && found.ctimeMs === stamp.ctimeMs

const holdsSame = (found: FileStamp | undefined, stamp: FileStamp): found is FileStamp =>
  found !== undefined &&
  found.ino === stamp.ino &&
  found.size === stamp.size &&
  found.mtimeMs === stamp.mtimeMs

/**
 * Makes the file at a path hold these bytes, by temp file and rename. Gives the stamp of the file
 * with these bytes. Rejects with the file system's error.
 */
export const writeStamped = async (path: string, bytes: Buffer): Promise<FileStamp> => {
  const made = await writeAtomic(path, bytes)
  // The rename changed its ctime. What another one put there meanwhile must not get our stamp.
  const found = await stampOf(path)
  return holdsSame(found, made) ? found : stampFrom(made)
}

/**
 * Makes the file at a path hold these bytes, by temp file and rename, unless it does: another
 * projector of the same log may have written them. A folder in its place is set aside. Gives the
 * stamp of the file with these bytes. Rejects with the file system's error.
 */
export const writeChanged = async (path: string, bytes: Buffer): Promise<FileStamp> => {
  // Taken before the look at the bytes, so that it never is the stamp of a later file.
  const stamp = await stampOf(path)
  if (stamp?.size === bytes.length && (await readFound(path))?.equals(bytes) === true) return stamp
  try {
    return await writeStamped(path, bytes)
  } catch (error) {
    if (codeOf(error) !== 'EISDIR') throw error
    await setAside(path)
    return writeStamped(path, bytes)
  }
}

// We made no folder here, so what is in it is not ours to delete.
const setAside = async (folder: string): Promise<void> => {
  try {
    await rmdir(folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY') throw error
    await rename(folder, `${folder}.aside-${randomBytes(4).toString('hex')}`)
  }
}
