import { constants as buffers } from 'node:buffer'
import { bytesAt } from '../node/bytes-at.js'
import { openRegular } from '../node/open-regular.js'
import { meansClosed, meansNoFile } from './means-no-file.js'

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

/**
 * The same of a file that bears witness: rejects also when it is closed to us, as it may hold
 * anything.
 */
export const readWitness = async (path: string): Promise<Buffer | undefined> => {
  try {
    return (await readPlain(path))?.bytes
  } catch (error) {
    if (meansNoFile(error) && !meansClosed(error)) return undefined
    throw error
  }
}

type Found = { readonly bytes: Buffer; readonly mtimeMs: number }

const readPlain = async (path: string): Promise<Found | undefined> => {
  const handle = await openRegular(path)
  try {
    const found = await handle.stat()
    if (found.size > buffers.MAX_LENGTH) return undefined
    return { bytes: await bytesAt(handle, 0, found.size), mtimeMs: found.mtimeMs }
  } finally {
    await handle.close()
  }
}
