import { isUtf8 } from 'node:buffer'
import { createHash, type Hash as Hasher } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Hash } from '../../domain/ids.js'
import { cutAt } from './cut-text.js'

/** Which lines to show, and in how many bytes. Lines count from 1. */
export type Window = {
  readonly first: number
  readonly last: number
  readonly bytesMax: number
  /** Reading stops when the window is over; then there is no digest and no count of lines. */
  readonly stopsEarly: boolean
}

/** What a window shows of a file. */
export type WindowView = {
  readonly lines: ReadonlyArray<string>
  /** The first line of the window that is not shown whole; undefined when all are. */
  readonly cutLine: number | undefined
  /** Bytes of the window that were read and are not shown. */
  readonly bytesLeftOut: number
  /** Bytes of the file that were not read. */
  readonly bytesUnread: number
  readonly crlf: boolean
  /** Whether shown lines hold bytes that are not UTF-8. */
  readonly invalid: boolean
  /** Undefined when reading stopped early. */
  readonly whole: { readonly lines: number; readonly digest: Hash } | undefined
}

type Progress = {
  readonly window: Window
  readonly hasher: Hasher
  readonly lines: string[]
  /** The line being read: its bytes as far as they could be shown, and how many it has. */
  part: Buffer[]
  partBytes: number
  line: number
  shownBytes: number
  cutLine: number | undefined
  bytesLeftOut: number
  crlf: boolean
  invalid: boolean
}

const chunkBytes = 64 * 1024
const binaryProbeBytes = 8 * 1024

/**
 * Reads an open file from its start in steps of 64 KiB and keeps the lines of the window, numbered
 * as `cat -n` does. Undefined for a binary file: one with a NUL in its first 8 KiB.
 */
export const readWindow = async (
  handle: FileHandle,
  size: number,
  window: Window,
): Promise<WindowView | undefined> => {
  const progress = begin(window)
  let position = 0
  while (!(window.stopsEarly && isOver(progress))) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    const bytes = chunk.subarray(0, bytesRead)
    if (position === 0 && bytes.subarray(0, binaryProbeBytes).includes(0)) return undefined
    if (bytesRead === 0) return viewOf(progress, 0, true)
    position += bytesRead
    feed(progress, bytes)
  }
  return viewOf(progress, Math.max(0, size - position), false)
}

const begin = (window: Window): Progress => ({
  window,
  hasher: createHash('sha256'),
  lines: [],
  part: [],
  partBytes: 0,
  line: 1,
  shownBytes: 0,
  cutLine: undefined,
  bytesLeftOut: 0,
  crlf: false,
  invalid: false,
})

const isOver = ({ line, window, cutLine, partBytes }: Progress) =>
  line > window.last ||
  cutLine !== undefined ||
  (line >= window.first && partBytes > window.bytesMax)

const feed = (progress: Progress, chunk: Buffer): void => {
  progress.hasher.update(chunk)
  let start = 0
  while (start < chunk.length) {
    const end = chunk.indexOf(0x0a, start)
    addPart(progress, chunk.subarray(start, end === -1 ? chunk.length : end))
    if (end === -1) return
    endLine(progress, 1)
    start = end + 1
  }
}

const addPart = (progress: Progress, piece: Buffer): void => {
  if (progress.partBytes <= progress.window.bytesMax) progress.part.push(piece)
  progress.partBytes += piece.length
}

const endLine = (progress: Progress, endBytes: 0 | 1): void => {
  const { line, window, cutLine, partBytes } = progress
  if (line >= window.first && line <= window.last) {
    if (cutLine === undefined) showLine(progress, endBytes)
    else progress.bytesLeftOut += partBytes + endBytes
  }
  progress.line += 1
  progress.part = []
  progress.partBytes = 0
}

const showLine = (progress: Progress, endBytes: 0 | 1): void => {
  const raw = Buffer.concat(progress.part)
  const crlf = raw.at(-1) === 0x0d
  const bytes = crlf ? raw.subarray(0, -1) : raw
  const shown = `${String(progress.line).padStart(6)}\t${bytes.toString('utf8')}`
  const room = progress.window.bytesMax - progress.shownBytes
  const size = Buffer.byteLength(shown) + 1
  if (size > room) {
    progress.bytesLeftOut += progress.partBytes + endBytes
    return cutHere(progress, bytes)
  }
  progress.lines.push(shown)
  progress.shownBytes += size
  progress.crlf ||= crlf
  progress.invalid ||= !isUtf8(bytes)
}

// A line that does not fit is left to the next call, unless it is the only one to show.
const cutHere = (progress: Progress, bytes: Buffer): void => {
  progress.cutLine = progress.line
  const end = progress.lines.length === 0 ? shownEnd(progress, bytes) : 0
  const kept = bytes.subarray(0, end)
  progress.bytesLeftOut -= end
  if (end === 0) return
  progress.lines.push(`${String(progress.line).padStart(6)}\t${kept.toString('utf8')}`)
  progress.invalid ||= !isUtf8(kept)
}

// Bytes that are not UTF-8 are shown as U+FFFD, which has three.
const shownEnd = (progress: Progress, bytes: Buffer): number => {
  const room = progress.window.bytesMax - 24
  const end = cutAt(bytes, room)
  return isUtf8(bytes.subarray(0, end)) ? end : cutAt(bytes, room / 3)
}

const viewOf = (progress: Progress, bytesUnread: number, isWhole: boolean): WindowView => {
  if (progress.partBytes > 0) endLine(progress, 0)
  const { lines, cutLine, bytesLeftOut, crlf, invalid, line, hasher } = progress
  const whole = isWhole ? { lines: line - 1, digest: hasher.digest('hex') as Hash } : undefined
  return { lines, cutLine, bytesLeftOut, bytesUnread, crlf, invalid, whole }
}
