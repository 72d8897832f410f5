import { constants as buffers } from 'node:buffer'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { bytesAt } from './bytes-at.js'
import { meansNoFile } from './means-no-file.js'

/**
 * The bytes of a file of ours. Undefined when nothing is there that can be read: no file, a folder,
 * a FIFO, a link to nowhere, a file that is closed to us. Rejects when the disk fails or the machine
 * is short of something, for then nobody knows what is there.
 */
export const readFound = async (path: string): Promise<Buffer | undefined> =>
  (await readFoundAt(path))?.bytes

/** The bytes of a file of ours and when it was written: ms since 1970. As `readFound` else. */
export const readFoundAt = async (path: string): Promise<Found | undefined> => {
  try {
    return await readPlain(path)
  } catch (error) {
    if (meansNoFile(error)) return undefined
    throw error
  }
}

type Found = { readonly bytes: Buffer; readonly mtimeMs: number }

// O_NONBLOCK, since a FIFO would be waited for until someone writes to it.
const readPlain = async (path: string): Promise<Found | undefined> => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    const isOurs = found.isFile() && found.size <= buffers.MAX_LENGTH
    if (!isOurs) return undefined
    return { bytes: await bytesAt(handle, 0, found.size), mtimeMs: found.mtimeMs }
  } finally {
    await handle.close()
  }
}
