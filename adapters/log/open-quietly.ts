import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * Opens a regular file for reading without changing a time of it, where the system allows that.
 * Never waits for the other end of a FIFO. Rejects with a sentence's end: `it is not a file`.
 */
export const openQuietly = async (path: string): Promise<FileHandle> => {
  const handle = await openUntouched(path)
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new Error('it is not a file')
}

// Only the owner may ask for O_NOATIME; others read as anyone does.
const openUntouched = (path: string): Promise<FileHandle> => {
  const reading = constants.O_RDONLY | constants.O_NONBLOCK
  return open(path, reading | (constants.O_NOATIME ?? 0)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
    return open(path, reading)
  })
}
