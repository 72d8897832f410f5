import * as E from 'fp-ts/lib/Either.js'
import { loadLog } from '../../adapters/log/load-log.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { LogRecord } from '../../domain/log/record.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { cpuMsOf, type Measurement } from './measurement.js'
import { parseLog } from './parse-log.js'
import { mixedSizes, writeSampleLog } from './sample-logs.js'

const sample = { sizes: mixedSizes, seed: 1 }

/** What a Pod does before it serves an old session, all kept: check, parse, fold. */
export const resume: Measurement = {
  name: 'resume',
  goal: 'P11',
  measured: 'load a log and fold it, all kept',
  against: 'JSON.parse of its lines, all kept',
  unit: 'ms cpu',
  aim: 1.9,
  guard: 2.5,
  prepare: async ({ folder, logBytes }) => {
    const path = await writeSampleLog(folder, { bytes: logBytes, ...sample })
    return {
      ours: () => cpuMsOf(() => loadedAndFolded(path)),
      baseline: () => cpuMsOf(() => void parsed(path)),
    }
  },
}

/** The fold alone, over records that are in memory. */
export const foldAlone: Measurement = {
  name: 'fold',
  measured: 'fold the records of a log (evolveAll)',
  against: 'JSON.parse of its lines, all kept',
  unit: 'ms cpu',
  prepare: async ({ folder, logBytes }) => {
    const path = await writeSampleLog(folder, { bytes: logBytes, ...sample })
    const records = parsed(path)
    return {
      ours: () => cpuMsOf(() => folded(records)),
      baseline: () => cpuMsOf(() => void parsed(path)),
    }
  },
}

const loadedAndFolded = async (path: string): Promise<void> => {
  const loaded = await loadLog(logReader(sha256), path)()
  if (E.isLeft(loaded)) throw new Error(loaded.left.message)
  folded(loaded.right.records)
}

const folded = (records: ReadonlyArray<LogRecord>): void => {
  const { conversation } = evolveAll(records)
  if (conversation.items.length < records.length / 4) throw new Error('the fold lost items')
}

const parsed = (path: string): ReadonlyArray<LogRecord> => {
  const records: LogRecord[] = []
  parseLog(path, (record) => void records.push(record as LogRecord))
  return records
}
