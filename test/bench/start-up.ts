import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mainFile } from '../support/run-yoi.js'
import { baselineFile, ended, firstLine, ranNode, startYoi } from './child.js'
import { type Measurement, msOf } from './measurement.js'
import { startInPty } from './pty.js'

const baseline = () => msOf(() => ranNode([baselineFile('empty')]))

/** From the start of the process to the line that says that it serves. */
export const podReady: Measurement = {
  name: 'pod-ready',
  goal: 'P16',
  measured: 'start of yoi pod to its ready line',
  against: 'node with an empty file, start to end',
  unit: 'ms',
  aim: 1.6,
  guard: 2.2,
  prepare: async ({ folder }) => ({
    ours: async () => {
      const start = performance.now()
      const pod = startYoi(['pod', '--cwd', folder], folder)
      await firstLine(pod)
      const tookMs = performance.now() - start
      await ended(pod)
      return tookMs
    },
    baseline,
  }),
}

/** From the start of the process to the first screen: the name dialog of a new Pod. */
export const firstScreen: Measurement = {
  name: 'first-screen',
  goal: 'P16',
  measured: 'start of yoi to its name dialog drawn',
  against: 'node with an empty file, start to end',
  unit: 'ms',
  aim: 1.6,
  guard: 2.2,
  prepare: async ({ folder }) => {
    const cwd = join(folder, 'here')
    await mkdir(cwd)
    return {
      ours: async () => {
        const start = performance.now()
        const env = { HOME: folder, YOI_HOME: join(folder, 'yoi') }
        const screen = startInPty([mainFile], { cwd, env })
        await screen.said('New Pod')
        const tookMs = performance.now() - start
        await screen.end()
        return tookMs
      },
      baseline,
    }
  },
}
