import { limits } from '../../domain/limits.js'
import { append, emptyList, type List, toArray } from '../../domain/list.js'
import type { LogRecord } from '../../domain/log/record.js'

/**
 * The newest records of a log: enough for a snapshot and at most about twice that, however long the
 * log is. Older versions stay valid.
 */
export type NewestRecords = {
  readonly older: List<LogRecord>
  readonly newer: List<LogRecord>
  /** What the lines of `newer` have together. */
  readonly newerBytes: number
}

/** Of a log without records. */
export const noRecords: NewestRecords = { older: emptyList, newer: emptyList, newerBytes: 0 }

/** With one more record, whose line has so many bytes. */
export const withNewest = (
  kept: NewestRecords,
  record: LogRecord,
  lineBytes: number,
): NewestRecords =>
  kept.newerBytes >= limits.snapshotBytesMax
    ? { older: kept.newer, newer: append(emptyList, record), newerBytes: lineBytes }
    : {
        older: kept.older,
        newer: append(kept.newer, record),
        newerBytes: kept.newerBytes + lineBytes,
      }

/** In order, oldest first. */
export const newestOf = ({ older, newer }: NewestRecords): ReadonlyArray<LogRecord> => [
  ...toArray(older),
  ...toArray(newer),
]
