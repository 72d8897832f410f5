import { randomBytes } from 'node:crypto'
import { rename, rmdir, stat } from 'node:fs/promises'
import { codeOf } from '../node/code-of.js'
import { writeAtomic } from '../node/write-atomic.js'
import { readFound } from './read-found.js'

/** Which file lies at a path and how it was last written; another file there has another one. */
export type FileStamp = { readonly ino: number; readonly mtimeMs: number; readonly size: number }

/** The stamp of what lies at a path; undefined when nothing does. Follows links. */
export const stampOf = async (path: string): Promise<FileStamp | undefined> => {
  const found = await stat(path).catch(() => undefined)
  return found && { ino: found.ino, mtimeMs: found.mtimeMs, size: found.size }
}

/** Whether a file is the very one that a stamp was taken of, unchanged since. */
export const isStamped = (found: FileStamp | undefined, stamp: FileStamp): boolean =>
  found !== undefined &&
  found.ino === stamp.ino &&
  found.mtimeMs === stamp.mtimeMs &&
  found.size === stamp.size

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
    return await writeAtomic(path, bytes)
  } catch (error) {
    if (codeOf(error) !== 'EISDIR') throw error
    await setAside(path)
    return writeAtomic(path, bytes)
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
