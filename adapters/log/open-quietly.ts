import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { type QuickFile, quickFiles, type ReadableFile } from '../node/quick-files.js'

/**
 * Opens a regular file for reading without changing a time of it, where the system allows that.
 * Never waits for the other end of a FIFO. Rejects with a sentence's end: `it is not a file`.
 */
export const openQuietly = (path: string): Promise<FileHandle> => openFile(path, open)

/** The same in this thread, and so are its short reads: for who follows what was just written. */
export const openHere = (path: string): Promise<QuickFile> => openFile(path, quickFiles.open)

type Open<F> = (path: string, flags: number) => Promise<F>

const openFile = async <F extends ReadableFile>(path: string, open: Open<F>): Promise<F> => {
  const handle = await openUntouched(path, open)
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new Error('it is not a file')
}

// Only the owner may ask for O_NOATIME; others read as anyone does.
const openUntouched = <F>(path: string, open: Open<F>): Promise<F> => {
  const reading = constants.O_RDONLY | constants.O_NONBLOCK
  return open(path, reading | (constants.O_NOATIME ?? 0)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
    return open(path, reading)
  })
}
