import type { Hash } from '../../domain/ids.js'
import type { TornTail } from '../../domain/log/reading.js'
import type { LogFailure } from '../../domain/ports.js'
import type { LineStarts } from './line-starts.js'
import { logFailure } from './log-failure.js'
import type { LogFile, LogFiles } from './log-files.js'

/** The state of the writer of one log. Only the functions of this folder change it. */
export type LogWriter = {
  readonly path: string
  readonly quarantineFolder: string
  readonly files: LogFiles
  state: 'good' | 'poisoned' | 'closed'
  file: LogFile | undefined
  /** Bytes acknowledged, and the hash of their last line. */
  size: number
  tip: Hash | undefined
  /** Where the lines of the acknowledged bytes begin. */
  readonly starts: LineStarts
  /** Lies behind `size` until it is moved; `copied` once quarantine has it. */
  tail: (TornTail & { readonly kept: string; readonly copied?: boolean }) | undefined
  /** What was written behind `size` and is not acknowledged; as a whole, in part, or not at all. */
  attempted: Buffer
  /** The last batch that failed, until one works: a reopened log must take as much. */
  refused: Buffer
  /** This writer has made the name of the file durable. */
  isNamed: boolean
  /** `made`: this writer made the file and nothing in it is acknowledged yet. */
  standing: 'none' | 'made' | 'there'
}

/** Bytes that the file should have when nothing is being written. */
export const expectedSize = (writer: LogWriter): number => writer.size + (writer.tail?.length ?? 0)

/**
 * The failure `intruder` when the open file has another size, or when its path names it no more, so
 * that nobody would find what it takes; never changes the file.
 */
export const checkSize = (writer: LogWriter, expected: number): LogFailure | undefined => {
  const actual = writer.file?.namedSize()
  if (actual === expected) return undefined
  const detail = actual === undefined ? gone : `it has ${actual} bytes and should have ${expected}`
  return logFailure(writer.path, 'intruder', detail)
}

const gone = 'its file was moved or removed, or another was put in its place'

/** Closes the descriptor, which frees its lock. An error of closing says nothing of use. */
export const release = async (writer: LogWriter): Promise<void> => {
  const { file } = writer
  writer.file = undefined
  await file?.close().catch(() => undefined)
}
