import { limits } from '../../domain/limits.js'
import type { ReadableFile } from '../node/quick-files.js'

/**
 * A finished line without its newline, from byte `offset` up to `end`, which is behind the newline.
 * `bytes` is undefined when the line is longer than readers accept.
 */
export type FileLine = {
  readonly bytes: Uint8Array | undefined
  readonly offset: number
  readonly end: number
}

/**
 * The finished lines between two bytes of a file, as many at once as one step gives. Splits at byte
 * 0x0A only; what follows the last newline is left out. The bytes of a line are good until the next
 * step is asked for: the buffer is used again.
 */
export async function* splitLines(
  handle: Pick<ReadableFile, 'read'>,
  from: number,
  to: number,
): AsyncGenerator<ReadonlyArray<FileLine>> {
  const step = Buffer.allocUnsafe(Math.min(limits.logStepBytes, Math.max(to - from, 1)))
  const split = lineSplitter(from)
  let position = from
  while (position < to) {
    const length = Math.min(step.length, to - position)
    const { bytesRead } = await handle.read(step, 0, length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield split(step.subarray(0, bytesRead))
  }
}

type OpenLine = { readonly offset: number; readonly pieces: Buffer[]; readonly length: number }

const lineSplitter = (from: number) => {
  let open: OpenLine = { offset: from, pieces: [], length: 0 }
  return (step: Buffer): ReadonlyArray<FileLine> => {
    const lines: FileLine[] = []
    let start = 0
    for (let at = step.indexOf(0x0a); at !== -1; at = step.indexOf(0x0a, start)) {
      const line = finish(open, step.subarray(start, at))
      lines.push(line)
      open = { offset: line.end, pieces: [], length: 0 }
      start = at + 1
    }
    open = keep(open, step.subarray(start))
    return lines
  }
}

const finish = (open: OpenLine, rest: Buffer): FileLine => {
  const length = open.length + rest.length
  const whole = open.length === 0 ? rest : Buffer.concat([...open.pieces, rest])
  const bytes = length > limits.lineBytesMax ? undefined : whole
  return { bytes, offset: open.offset, end: open.offset + length + 1 }
}

// Of a line that is already too long only the length is kept, so that memory stays bounded.
const keep = (open: OpenLine, rest: Buffer): OpenLine => {
  const length = open.length + rest.length
  if (length > limits.lineBytesMax) return { offset: open.offset, pieces: [], length }
  if (rest.length > 0) open.pieces.push(Buffer.from(rest))
  return { ...open, length }
}
