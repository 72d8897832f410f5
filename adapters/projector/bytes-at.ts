import type { FileHandle } from 'node:fs/promises'

/** The bytes of a file from `start`, fewer when it ends before. */
export const bytesAt = async (
  handle: FileHandle,
  start: number,
  length: number,
): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(bytes, 0, length, start)
  return bytes.subarray(0, bytesRead)
}
