import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type LoadedLog as Loaded, loadLog as load } from '../../adapters/log/load-log.js'
import type { LogProblem } from '../../domain/log/reading.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { LogReader } from '../../domain/ports.js'

/** A whole log in memory, for tests that look at its records. */
export type LoadedLog = Loaded & { readonly records: ReadonlyArray<LogRecord> }

/** Loads every record that this version knows. */
export const loadLog =
  (reader: LogReader, path: string): TaskEither<LogProblem, LoadedLog> =>
  async () => {
    const records: LogRecord[] = []
    const loaded = await load(reader, path, ({ lines }) => {
      for (const line of lines) if (line.known) records.push(line.record)
    })()
    return E.isLeft(loaded) ? loaded : E.right({ ...loaded.right, records })
  }
