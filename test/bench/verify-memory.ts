import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mainFile } from '../support/run-yoi.js'
import { baselineFile } from './child.js'
import type { Measurement } from './measurement.js'
import { lacksProc, peakMb } from './peak-memory.js'
import { mixedSizes, writeSampleLog } from './sample-logs.js'

/** What checking costs in memory, however long the log is. */
export const verifyMemory: Measurement = {
  name: 'verify-memory',
  goal: 'P7',
  measured: 'peak memory of yoi verify of 256 MiB (quick: 32 MiB, --large: 1 GiB)',
  against: 'a node with an empty file',
  unit: 'MB',
  by: 'difference',
  aim: 50,
  guard: 100,
  lacks: lacksProc,
  prepare: async ({ folder, longLogBytes }) => {
    const sessions = join(folder, 'yoi', 'data', 'sessions')
    await mkdir(sessions, { recursive: true })
    await writeSampleLog(sessions, { bytes: longLogBytes, sizes: mixedSizes, seed: 1 })
    const env = { HOME: folder, YOI_HOME: join(folder, 'yoi') }
    return {
      ours: () => peakMb([mainFile, 'verify', '0192'], env),
      baseline: () => peakMb([baselineFile('empty')]),
    }
  },
}
