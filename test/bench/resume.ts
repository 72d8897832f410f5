import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { readSession } from '../../cli/pod/read-session.js'
import type { LogRecord } from '../../domain/log/record.js'
import { evolveAll } from '../../domain/session/evolve.js'
import type { State } from '../../domain/session/state.js'
import { cpuMsOf, type Measurement } from './measurement.js'
import { parseLog } from './parse-log.js'
import { mixedSizes, writeSampleLog } from './sample-logs.js'

const sample = { sizes: mixedSizes, seed: 1 }

/** What a Pod does before it serves an old session, all kept: check, parse, fold. */
export const resume: Measurement = {
  name: 'resume',
  goal: 'P11',
  measured: 'check and fold a log as a Pod does at its start',
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
  const read = await readSession(logReader(sha256), path)
  if (E.isLeft(read)) throw new Error(read.left.message)
  const { followed, starts } = read.right
  checkFold(followed.state.state, starts.count())
}

const folded = (records: ReadonlyArray<LogRecord>): void => {
  checkFold(evolveAll(records), records.length)
}

const checkFold = ({ conversation }: State, records: number): void => {
  if (conversation.items.length < records / 4) throw new Error('the fold lost items')
}

const parsed = (path: string): ReadonlyArray<LogRecord> => {
  const records: LogRecord[] = []
  parseLog(path, (record) => void records.push(record as LogRecord))
  return records
}
