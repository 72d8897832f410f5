import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mainFile } from '../support/run-yoi.js'
import { baselineFile, ranNode } from './child.js'
import { type Measurement, msOf } from './measurement.js'
import { mixedSizes, writeSampleLog } from './sample-logs.js'

const sample = { sizes: mixedSizes, seed: 1 }

/** The whole command, from the shell's view, with all that it tells. */
export const replay: Measurement = {
  name: 'replay',
  measured: 'yoi replay of a log, the whole process',
  against: 'node reading it and JSON.parse, the whole process',
  unit: 'ms',
  prepare: async ({ folder, logBytes }) => {
    const sessions = join(folder, 'yoi', 'data', 'sessions')
    await mkdir(sessions, { recursive: true })
    const path = await writeSampleLog(sessions, { bytes: logBytes / 2, ...sample })
    const env = { HOME: folder, YOI_HOME: join(folder, 'yoi') }
    return {
      ours: () => msOf(() => ranNode([mainFile, 'replay', '0192'], env)),
      baseline: () => msOf(() => ranNode([baselineFile('parse-file'), path])),
    }
  },
}
