import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { RecordRef } from '../../domain/ids.js'
import type { CheckedLine } from '../../domain/log/chain.js'
import type { LogProblem, TornTail } from '../../domain/log/reading.js'
import { type ForeignRecord, type LogRecord, refOf } from '../../domain/log/record.js'
import type { LogReader } from '../../domain/ports.js'

/** A whole log in memory. */
export type LoadedLog = {
  readonly records: ReadonlyArray<LogRecord>
  /** Records whose event this version does not know; they are not among `records`. */
  readonly foreign: ReadonlyArray<ForeignRecord>
  /** Whether the log says that it has a newer format than this version writes. */
  readonly newer: boolean
  /** The last record of the last whole group, known or not. */
  readonly tip: RecordRef | undefined
  /** Bytes of the whole groups. */
  readonly size: number
  readonly tail?: TornTail
}

/** The format that this version writes in `SessionStarted`. */
const formatKnown = 1

/**
 * Loads every whole group of a log. The first problem is the Left; a torn tail is none, since it
 * never happened. A log without one whole group has no records and may have a tail at byte 0.
 */
export const loadLog =
  (reader: LogReader, path: string): TaskEither<LogProblem, LoadedLog> =>
  async () => {
    const records: LogRecord[] = []
    const foreign: ForeignRecord[] = []
    let end: Pick<LoadedLog, 'tip' | 'size' | 'tail'> = { tip: undefined, size: 0 }
    for await (const reading of reader.read(path, { onProblem: 'stop' })) {
      if (reading.type === 'problem') return E.left(reading.problem)
      if (reading.type === 'torn') {
        end = { ...end, tail: reading.tail }
        continue
      }
      for (const line of reading.lines) sortInto(records, foreign, line)
      end = { tip: tipOf(reading.lines), size: reading.next.offset }
    }
    return E.right({ records, foreign, newer: records.some(isNewer), ...end })
  }

const sortInto = (records: LogRecord[], foreign: ForeignRecord[], line: CheckedLine): void => {
  if (line.known) records.push(line.record)
  else foreign.push(line.record)
}

const tipOf = (lines: ReadonlyArray<CheckedLine>): RecordRef | undefined => {
  const last = lines.at(-1)
  return last === undefined ? undefined : refOf(last.record)
}

/** Whether this record says that its log has a newer format than this version writes. */
export const isNewer = (record: LogRecord): boolean =>
  record.type === 'SessionStarted' && record.data.format > formatKnown
