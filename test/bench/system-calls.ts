import { countedTurn } from '../support/counted-turn.js'
import { faultyLogFiles } from '../support/faulty-log-files.js'
import { appender } from './appender.js'
import type { Measurement } from './measurement.js'

const bareCalls = 2
const batches = 10

/** What the system is asked for a batch, but for the looks at size and name, which change nothing. */
export const batchCalls: Measurement = {
  name: 'batch-calls',
  goal: 'P4',
  measured: 'calls of the file system for a batch: write, sync, nothing opened',
  against: 'one write and one fdatasync',
  unit: 'calls',
  by: 'difference',
  aim: 0,
  guard: 0,
  prepare: async ({ folder }) => {
    const { files, calls } = faultyLogFiles(() => undefined)
    const log = await appender(folder, files)
    return {
      ours: async () => {
        const before = calls.length
        for (let n = 0; n < batches; n += 1) await log.append(n + 1)
        return calls.slice(before).filter((call) => call !== 'size').length / batches
      },
      baseline: async () => bareCalls,
      close: log.close,
    }
  },
}

const syncsMax = 8

/** A whole turn through a Pod's loop and the real log: streamed text costs no sync. */
export const turnSyncs: Measurement = {
  name: 'turn-syncs',
  goal: 'P4',
  measured: 'syncs of a turn of 200 deltas and 3 calls',
  against: `the ${syncsMax} that are allowed`,
  unit: 'syncs',
  by: 'difference',
  aim: 0,
  guard: 0,
  prepare: async ({ folder }) => ({
    ours: async () => (await countedTurn(folder)).count('datasync'),
    baseline: async () => syncsMax,
  }),
}
