import type { FileHandle } from 'node:fs/promises'
import { limits } from '../../domain/limits.js'
import { bytesAt } from '../node/bytes-at.js'
import { openRegular } from '../node/open-regular.js'

/** A piece of a log and the byte at which it begins. */
export type LogPiece = { readonly offset: number; readonly bytes: Buffer }

/** Both ends of a log, and the lines between them, the newest first. */
export type LogEnds = {
  readonly beginning: LogPiece
  readonly end: LogPiece
  /** The beginnings of the lines before `end`, each cut to what a list reads of one line. */
  readonly before: () => AsyncGenerator<string>
}

/**
 * Reads a bounded part of both ends of a log, and of what is before its end only as much as is
 * asked for, at most `limits.listLookBackBytes`. Each end begins with a line and ends where its
 * window does; the last one ends with the last finished line, or in it, if it is longer than the
 * window. A tail without a newline is left out. Rejects with the file system's error, or with what
 * `use` rejects with.
 */
export const readEnds = async <A>(path: string, use: (ends: LogEnds) => Promise<A>): Promise<A> => {
  const handle = await openRegular(path)
  try {
    const { size } = await handle.stat()
    const finished = (await lastNewline(handle, size)) + 1
    const start = await endStart(handle, finished)
    return await use({
      beginning: await piece(handle, 0, finished),
      end: await piece(handle, start, finished),
      before: () => linesBefore(handle, start),
    })
  } finally {
    await handle.close()
  }
}

const piece = async (handle: FileHandle, offset: number, end: number): Promise<LogPiece> => ({
  offset,
  bytes: await bytesAt(handle, offset, Math.min(end - offset, limits.listEndBytes)),
})

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
  let step: number = limits.listEndBytes
  for (let end = before; end > lowest; end -= step, step = limits.logStepBytes) {
    const start = Math.max(lowest, end - step)
    const newline = (await bytesAt(handle, start, end - start)).lastIndexOf(0x0a)
    if (newline !== -1) return start + newline
  }
  return -1
}

// Each window is read with so many bytes behind it that its last line shows what a list wants.
async function* linesBefore(handle: FileHandle, end: number): AsyncGenerator<string> {
  const lowest = Math.max(0, end - limits.listLookBackBytes)
  let step: number = limits.listEndBytes
  // The newline before `end` is where the part behind begins, which is known.
  for (let stop = end - 1; stop > lowest; stop -= step, step = limits.logStepBytes) {
    const start = Math.max(lowest, stop - step)
    const bytes = await bytesAt(handle, start, stop - start + limits.listEndBytes)
    yield* lineBeginnings(bytes, stop - start)
  }
}

function* lineBeginnings(bytes: Buffer, stop: number): Generator<string> {
  for (let at = newlineBefore(bytes, stop); at !== -1; at = newlineBefore(bytes, at)) {
    const next = bytes.indexOf(0x0a, at + 1)
    const end = Math.min(next === -1 ? bytes.length : next, at + 1 + limits.listEndBytes)
    yield bytes.toString('utf8', at + 1, end)
  }
}

// Buffers take a negative place as counted from their end.
const newlineBefore = (bytes: Buffer, end: number): number =>
  end === 0 ? -1 : bytes.lastIndexOf(0x0a, end - 1)
