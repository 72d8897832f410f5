import type { RecordRef } from '../../domain/ids.js'
import type { TornTail } from '../../domain/log/reading.js'
import { type LineStarts, lineStarts } from './line-starts.js'
import { type LogFiles, systemLogFiles } from './log-files.js'
import type { LogWriter } from './log-writer.js'

/** What is known of a log before it is appended to. */
export type JsonlLogOptions = {
  readonly path: string
  readonly quarantineFolder: string
  /** The last record of the whole groups, and their bytes; none and 0 for a new session. */
  readonly tip?: RecordRef | undefined
  readonly size: number
  /** Where the lines of those bytes begin; the log goes on with it. None for a new session. */
  readonly starts?: LineStarts
  /** A torn tail behind `size`; before the first write it is moved to quarantine as `kept`. */
  readonly tail?: (TornTail & { readonly kept: string }) | undefined
  /** The file is there, whatever it holds: an empty one is what a crash before the first write left. */
  readonly isThere?: boolean
  readonly files?: LogFiles
}

/** The writer of such a log, with nothing open yet. */
export const newWriter = ({
  path,
  quarantineFolder,
  tip,
  size,
  starts,
  tail,
  isThere,
  files,
}: JsonlLogOptions): LogWriter => ({
  path,
  quarantineFolder,
  files: files ?? systemLogFiles,
  state: 'good',
  file: undefined,
  size,
  tip: tip?.hash,
  starts: starts ?? lineStarts(),
  tail,
  attempted: Buffer.alloc(0),
  refused: Buffer.alloc(0),
  isNamed: false,
  standing: (isThere ?? (size > 0 || tail !== undefined)) ? 'there' : 'none',
})
