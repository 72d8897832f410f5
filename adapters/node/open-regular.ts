import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { codeOf } from './code-of.js'
import type { ReadableFile } from './quick-files.js'

/**
 * Opens a regular file and never waits for what else may lie there: a FIFO, a device, a folder.
 * That rejects with the code `NOT_A_FILE` and a sentence's end, `it is a FIFO, not a file`; anything
 * else with the system's error. For reading unless `flags` say otherwise; a file that these flags
 * may make is for its owner alone (0600), whatever the umask.
 */
export const openRegular = async (
  path: string,
  flags: number = constants.O_RDONLY,
): Promise<FileHandle> => {
  const file = await openedRegular((how) => open(path, how, 0o600), flags)
  if ((flags & constants.O_CREAT) === 0) return file
  try {
    const { mode } = await file.stat()
    if ((mode & 0o777) !== 0o600) await file.chmod(0o600)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The same by a way of one's own to open, which is given the flags. */
export const openedRegular = async <F extends ReadableFile>(
  openWith: (flags: number) => Promise<F>,
  flags: number = constants.O_RDONLY,
): Promise<F> => {
  const file = await openWith(flags | constants.O_NONBLOCK).catch(asNotAFile)
  try {
    const found = await file.stat()
    if (found.isFile()) return file
    throw notAFile(fileKind(found))
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The text of a regular file, as UTF-8. Rejects as `openRegular` does. */
export const readRegular = async (path: string): Promise<string> => {
  const handle = await openRegular(path)
  try {
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

/** What lies at a place that is no regular file, in words: `a folder`. */
export const fileKind = (stats: Stats): string => {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a FIFO'
  if (stats.isSocket()) return 'a socket'
  if (stats.isFile()) return 'a file'
  return stats.isSymbolicLink() ? 'a link' : 'a device'
}

// So the system says at once that a folder is not to be written, and a socket not to be opened.
const asNotAFile = (error: unknown): never => {
  if (codeOf(error) === 'EISDIR') throw notAFile('a folder')
  throw codeOf(error) === 'ENXIO' ? notAFile('a socket or a device') : error
}

const notAFile = (kind: string): Error =>
  Object.assign(new Error(`it is ${kind}, not a file`), { code: 'NOT_A_FILE' })
