import type { FileHandle } from 'node:fs/promises'

/** The first `length` bytes of an open file; fewer only when it has no more. Rejects as a read does. */
export const readUpTo = async (handle: FileHandle, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
