import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mainFile } from '../support/run-yoi.js'
import type { Measurement } from './measurement.js'
import { type PtyProgram, startInPty } from './pty.js'
import { smallSizes, writeSampleLog } from './sample-logs.js'

/** From the start of the process to the end of the history on the screen, however long that is. */
export const comeBack: Measurement = {
  name: 'come-back',
  goal: 'P10',
  measured: 'yoi -c to the last words of 100,000 records (quick: 20,000)',
  against: 'the same with 1,000 records',
  unit: 'ms',
  aim: 1.2,
  guard: 2,
  prepare: async ({ folder, quick }) => {
    const long = await usedHome(join(folder, 'long'), quick ? 20_000 : 100_000)
    const short = await usedHome(join(folder, 'short'), 1_000)
    return { ours: () => shownMs(long), baseline: () => shownMs(short) }
  },
}

const lastWords = 'these are the very last words'
const bytesPerRecord = 415

/** A home in which one session was used, in a folder that is its own. */
const usedHome = async (home: string, records: number): Promise<string> => {
  const cwd = join(home, 'here')
  const sessions = join(home, 'yoi', 'data', 'sessions')
  for (const folder of [cwd, sessions]) await mkdir(folder, { recursive: true })
  const sample = { bytes: records * bytesPerRecord, sizes: smallSizes, seed: 1 }
  await writeSampleLog(sessions, { ...sample, cwd, lastWords })
  return home
}

const shownMs = async (home: string): Promise<number> => {
  const start = performance.now()
  const env = { HOME: home, YOI_HOME: join(home, 'yoi') }
  const screen = startInPty([mainFile, '-c'], { cwd: join(home, 'here'), env })
  await screen.said(lastWords)
  const tookMs = performance.now() - start
  await leave(screen)
  return tookMs
}

// The Pod too has to be gone before the next round, which would only attach to it.
const leave = async (screen: PtyProgram): Promise<void> => {
  await screen.said('type to start')
  screen.write('\x04')
  await screen.said('has shut down')
  await screen.end()
}
