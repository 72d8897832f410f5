import { closeSync, openSync, readSync } from 'node:fs'

const stepBytes = 1024 * 1024

/**
 * The least that a reader of a log does: reads it in steps, splits it at its newlines and parses
 * each line as JSON, checking nothing. `keep` gets each object.
 */
export const parseLog = (path: string, keep: (record: unknown) => void): void => {
  const fd = openSync(path, 'r')
  const step = Buffer.allocUnsafe(stepBytes)
  let rest = Buffer.alloc(0)
  try {
    for (let read = readSync(fd, step); read > 0; read = readSync(fd, step)) {
      const bytes = rest.length === 0 ? step.subarray(0, read) : joined(rest, step, read)
      const end = parseLines(bytes, keep)
      rest = Buffer.from(bytes.subarray(end))
    }
  } finally {
    closeSync(fd)
  }
}

const joined = (rest: Buffer, step: Buffer, read: number): Buffer<ArrayBuffer> =>
  Buffer.concat([rest, step.subarray(0, read)])

const parseLines = (bytes: Buffer, keep: (record: unknown) => void): number => {
  let start = 0
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, start)) {
    keep(JSON.parse(bytes.toString('utf8', start, at)))
    start = at + 1
  }
  return start
}
