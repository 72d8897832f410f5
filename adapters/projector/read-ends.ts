import { type FileHandle, open } from 'node:fs/promises'
import { limits } from '../../domain/limits.js'

/** The first bytes of a log, and its last lines; either may end within a line. */
export type LogEnds = { readonly beginning: string; readonly end: string }

/**
 * Reads `limits.listEndBytes` of each end of a log, whatever its size. `end` begins with a line, at
 * least the last finished one; a tail without a newline is left out. Rejects with the file
 * system's error.
 */
export const readEnds = async (path: string): Promise<LogEnds> => {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const finished = (await lastNewline(handle, size)) + 1
    const start = await endStart(handle, finished)
    return {
      beginning: await textAt(handle, 0, Math.min(finished, limits.listEndBytes)),
      end: await textAt(handle, start, Math.min(finished - start, limits.listEndBytes)),
    }
  } finally {
    await handle.close()
  }
}

// The first line that begins within the last bytes, else the last line, however long it is.
const endStart = async (handle: FileHandle, finished: number): Promise<number> => {
  const from = Math.max(0, finished - limits.listEndBytes)
  if (from === 0) return 0
  const window = await bytesAt(handle, from - 1, finished - from)
  const newline = window.indexOf(0x0a)
  return newline === -1 || newline === window.length - 1
    ? (await lastNewline(handle, finished - 1)) + 1
    : from + newline
}

/** Where the last newline before `before` is; -1 when there is none within a line's length. */
const lastNewline = async (handle: FileHandle, before: number): Promise<number> => {
  const lowest = Math.max(0, before - limits.lineBytesMax)
  for (let end = before; end > lowest; end -= limits.listEndBytes) {
    const start = Math.max(lowest, end - limits.listEndBytes)
    const newline = (await bytesAt(handle, start, end - start)).lastIndexOf(0x0a)
    if (newline !== -1) return start + newline
  }
  return -1
}

const bytesAt = async (handle: FileHandle, start: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(bytes, 0, length, start)
  return bytes.subarray(0, bytesRead)
}

const textAt = async (handle: FileHandle, start: number, length: number): Promise<string> =>
  (await bytesAt(handle, start, length)).toString('utf8')
