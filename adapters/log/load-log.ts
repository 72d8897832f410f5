import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { RecordRef } from '../../domain/ids.js'
import type { LogProblem, LogReading, TornTail } from '../../domain/log/reading.js'
import { type ForeignRecord, type LogRecord, refOf } from '../../domain/log/record.js'
import type { LogReader } from '../../domain/ports.js'

/** What is to be known of a whole log besides its records. */
export type LoadedLog = {
  /** The first record whose event this version does not know. */
  readonly foreign?: ForeignRecord
  /** Whether the log says that it has a newer format than this version writes. */
  readonly newer: boolean
  /** The last record of the last whole group, known or not. */
  readonly tip: RecordRef | undefined
  /** Bytes of the whole groups. */
  readonly size: number
  readonly tail?: TornTail
}

/** One whole group of a log. */
export type LogGroup = Extract<LogReading, { readonly type: 'group' }>

/** The format that this version writes in `SessionStarted`. */
const formatKnown = 1

/**
 * Reads a whole log once and gives each whole group to `take`, in order; keeps none. The first
 * problem is the Left, with what came before it taken; a torn tail is none, since it never happened.
 * A log without one whole group may have a tail at byte 0.
 */
export const loadLog =
  (
    reader: LogReader,
    path: string,
    take: (group: LogGroup) => void,
  ): TaskEither<LogProblem, LoadedLog> =>
  async () => {
    let loaded: LoadedLog = { newer: false, tip: undefined, size: 0 }
    for await (const reading of reader.read(path, { onProblem: 'stop' })) {
      if (reading.type === 'problem') return E.left(reading.problem)
      if (reading.type === 'torn') return E.right({ ...loaded, tail: reading.tail })
      take(reading)
      loaded = behind(loaded, reading)
    }
    return E.right(loaded)
  }

const behind = (loaded: LoadedLog, { lines, next }: LogGroup): LoadedLog => {
  const last = lines.at(-1)
  const foreign = loaded.foreign ?? lines.find(({ known }) => !known)?.record
  return {
    ...(foreign === undefined ? {} : { foreign }),
    newer: loaded.newer || lines.some(({ known, record }) => known && isNewer(record)),
    tip: last === undefined ? loaded.tip : refOf(last.record),
    size: next.offset,
  }
}

/** Whether this record says that its log has a newer format than this version writes. */
export const isNewer = (record: LogRecord): boolean =>
  record.type === 'SessionStarted' && record.data.format > formatKnown
