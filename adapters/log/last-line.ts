import { limits } from '../../domain/limits.js'
import type { LogFile } from './log-files.js'

const firstStepBytes = 4096

/** The line that ends at byte `end`, without its newline; empty when no newline stands there. */
export const lastLine = async (file: LogFile, end: number): Promise<Buffer> => {
  for (let length = firstStepBytes; ; length *= 4) {
    const from = Math.max(0, end - length)
    const bytes = await readExactly(file, from, end - from)
    if (bytes.at(-1) !== 0x0a) return Buffer.alloc(0)
    const before = bytes.lastIndexOf(0x0a, -2)
    if (before !== -1 || from === 0 || length > limits.lineBytesMax)
      return bytes.subarray(before + 1, -1)
  }
}

/** So many bytes of a file from `position`; rejects when it has not as many. */
export const readExactly = async (
  file: Pick<LogFile, 'read'>,
  position: number,
  length: number,
): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const read = await file.read(bytes.subarray(done), position + done)
    if (read === 0) throw new Error('the file became shorter meanwhile')
    done += read
  }
  return bytes
}
