import { appendFileSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathsFrom } from '../../adapters/node/paths.js'
import { eventually } from '../support/eventually.js'
import { someSession } from '../support/story.js'
import { ended, firstLine, startYoi } from './child.js'
import type { Measurement } from './measurement.js'
import { sampleLines, smallSizes } from './sample-logs.js'

const gapsMs = [0, 2, 10, 30, 60]
const appendsPerBurst = 3
const freshMs = 200

/** Whether a watcher that is told of a burst sees the end of it. */
export const burstStale: Measurement = {
  name: 'burst-stale',
  goal: 'R13',
  measured: `readers, by yoi watch, that are behind ${freshMs} ms after a burst of changes`,
  against: 'none',
  unit: 'readers',
  by: 'difference',
  rounds: 'sum',
  aim: 0,
  guard: 0,
  prepare: async ({ folder, quick }) => {
    const home = { HOME: folder, YOI_HOME: `${folder}/yoi` }
    const { sessions, projections } = pathsFrom(home)
    await mkdir(sessions, { recursive: true, mode: 0o700 })
    const logs = gapsMs.map((gapMs, n) => burstLog({ sessions, projections, gapMs, seed: n + 1 }))
    const watch = startYoi(['watch'], folder)
    await firstLine(watch)
    const bursts = quick ? 2 : 8
    return {
      ours: async () => {
        let stale = 0
        for (const log of logs)
          for (let n = 0; n < bursts; n += 1) if (await isStaleAfter(log)) stale += 1
        return stale
      },
      baseline: async () => 0,
      close: () => ended(watch),
    }
  },
}

type Place = {
  readonly sessions: string
  readonly projections: string
  readonly gapMs: number
  readonly seed: number
}

type BurstLog = {
  readonly burst: () => Promise<void>
  /** Whether the checkpoint, which is written last, names all records. */
  readonly isSeen: () => boolean
}

const burstLog = ({ sessions, projections, gapMs, seed }: Place): BurstLog => {
  const session = someSession(seed)
  const groups = sampleLines({ bytes: Number.POSITIVE_INFINITY, sizes: smallSizes, seed })
  let records = 0
  const append = (): void => {
    const lines = groups.next().value ?? []
    appendFileSync(join(sessions, `${session}.jsonl`), `${lines.join('\n')}\n`, { mode: 0o600 })
    records += lines.length
  }
  return {
    burst: async () => {
      append()
      for (let n = 1; n < appendsPerBurst; n += 1) {
        if (gapMs > 0) await wait(gapMs)
        append()
      }
    },
    isSeen: () => recordsSeen(join(projections, session, 'checkpoint.json')) === records,
  }
}

const recordsSeen = (path: string): number => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).records
  } catch {
    // The first time it is not there yet.
    return 0
  }
}

// The next burst begins when this one was seen.
const isStaleAfter = async ({ burst, isSeen }: BurstLog): Promise<boolean> => {
  await burst()
  const end = performance.now() + freshMs
  while (!isSeen()) {
    if (performance.now() > end) return eventually(isSeen).then(() => true)
    await wait(5)
  }
  return false
}
