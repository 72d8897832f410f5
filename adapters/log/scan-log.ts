import type { FileHandle } from 'node:fs/promises'
import { openQuietly } from './open-quietly.js'
import { type FileLine, splitLines } from './split-lines.js'

/** What a line says of itself at its two ends. Nothing of it has been checked. */
export type ScannedLine = {
  readonly prev: string
  readonly seq: number
  readonly at: string
  readonly type: string
  /** Records of its group still to come. */
  readonly more: number
  readonly hash: string
  readonly offset: number
  /** Good until the next lines are asked for. */
  readonly bytes: Uint8Array
}

/**
 * Looks at the two ends of each finished line of a log, many lines at once: several times as fast as
 * reading it, and no proof of anything. Lines that are none of a log are left out; so is the rest of
 * a file that cannot be read on. Of a log that is longer only the last `bytesMax` are looked at, and
 * the line in which they begin is left out.
 */
export async function* scanLog(
  path: string,
  bytesMax = Number.POSITIVE_INFINITY,
): AsyncGenerator<ReadonlyArray<ScannedLine>> {
  let handle: FileHandle | undefined
  try {
    handle = await openQuietly(path)
    const { size } = await handle.stat()
    for await (const lines of splitLines(handle, Math.max(0, size - bytesMax), size))
      yield lines.flatMap(scanned)
  } catch {
    // Whoever reads the log after this look says what is wrong with the file.
  } finally {
    await handle?.close()
  }
}

const headBytes = 256
const head =
  /^\{"prev":"([0-9a-f]{64})","seq":(\d{1,15}),"at":"([0-9T:.Z-]{24})","type":"([A-Za-z]{1,64})",(?:"more":(\d{1,9}),)?"data":/

const scanned = (line: FileLine): ReadonlyArray<ScannedLine> => {
  const { bytes, offset } = line
  if (bytes === undefined) return []
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes))
  const [, prev = '', seq, at = '', type = '', more = 0] = head.exec(start.toString('latin1')) ?? []
  if (seq === undefined) return parsed(line)
  return [
    { prev, seq: Number(seq), at, type, more: Number(more), hash: lastHash(bytes), offset, bytes },
  ]
}

// The last 66 bytes of a line are its hash, a quote and a brace.
const lastHash = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + bytes.length - 66, 64).toString('latin1')

// Other writers may put the members between the first and the last in another order.
const parsed = ({ bytes = new Uint8Array(), offset }: FileLine): ReadonlyArray<ScannedLine> => {
  try {
    const { prev, seq, at, type, more = 0, hash } = JSON.parse(Buffer.from(bytes).toString('utf8'))
    const texts = [prev, at, type, hash].every((part) => typeof part === 'string')
    return texts && Number.isSafeInteger(seq) && Number.isSafeInteger(more)
      ? [{ prev, seq, at, type, more, hash, offset, bytes }]
      : []
  } catch {
    return []
  }
}
