import { logReader } from '../../adapters/log/read-groups.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { cpuMsOf, type Measurement } from './measurement.js'
import { parseLog } from './parse-log.js'
import { mixedSizes, type Sizes, smallSizes, writeSampleLog } from './sample-logs.js'

const auditOf = (
  sizes: Sizes,
  seed: number,
): Pick<Measurement, 'goal' | 'against' | 'unit' | 'prepare'> => ({
  goal: 'P5',
  against: 'read, split and JSON.parse',
  unit: 'ms cpu',
  prepare: async ({ folder, logBytes }) => {
    const path = await writeSampleLog(folder, { bytes: logBytes, sizes, seed })
    return {
      ours: () => cpuMsOf(() => audited(path)),
      baseline: () => cpuMsOf(() => parseLog(path, () => undefined)),
    }
  },
})

const audited = async (path: string): Promise<void> => {
  for await (const reading of logReader(sha256).read(path, { onProblem: 'go_on' }))
    if (reading.type !== 'group') throw new Error(`the sample is damaged: ${reading.type}`)
}

/** Every check of a log, in process: chain, JSON, shape of each event. */
export const audit: Measurement = {
  name: 'audit',
  measured: 'check every line of a log, mixed sizes',
  aim: 1.4,
  guard: 2,
  ...auditOf(mixedSizes, 1),
}

/** The same where a line is hardly more than its frame. */
export const auditSmall: Measurement = {
  name: 'audit-small',
  measured: 'check every line of a log, lines of 300 B',
  aim: 1.6,
  guard: 2,
  ...auditOf(smallSizes, 2),
}
