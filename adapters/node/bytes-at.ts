import type { ReadableFile } from './quick-files.js'

/** The bytes of a file from `start`, by one read: fewer when it ends before. Rejects as that does. */
export const bytesAt = async (
  handle: Pick<ReadableFile, 'read'>,
  start: number,
  length: number,
): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(bytes, 0, length, start)
  return bytes.subarray(0, bytesRead)
}
