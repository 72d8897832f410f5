import { readdirSync, statSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { systemClock } from '../../adapters/node/clock.js'
import { type Paths, pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { rebuildSession } from '../../adapters/projector/projector.js'
import { listSessions } from '../../cli/sessions/list-sessions.js'
import { lookForGone } from '../../cli/sessions/look-at-folders.js'
import { sessionPlace } from '../../cli/sessions/session-place.js'
import { sessionView } from '../../projections/session-view.js'
import { mainFile } from '../support/run-yoi.js'
import { someSession } from '../support/story.js'
import { baselineFile, ranNode } from './child.js'
import { type Measurement, msOf } from './measurement.js'
import { mixedSizes, writeSampleLog } from './sample-logs.js'

const shown = 10
const reader = logReader(sha256)

/** What a picker does: the ten sessions used last, of very many, with their last words. */
export const list: Measurement = {
  name: 'list',
  goal: 'P13',
  measured: 'list 10 of 10,000 sessions (quick: 1,000)',
  against: 'readdir, and stat of each',
  unit: 'ms',
  aim: 1.2,
  guard: 2,
  prepare: async ({ folder, quick }) => {
    const paths = pathsFrom({ HOME: folder, YOI_HOME: join(folder, 'yoi') })
    await fill(paths, quick ? 1_000 : 10_000)
    const request = { paths, reader, pods: new Map(), limit: shown, look: lookForGone }
    return {
      ours: () => msOf(async () => checked(await listSessions(request))),
      baseline: () =>
        msOf(() => {
          for (const name of readdirSync(paths.sessions)) statSync(join(paths.sessions, name))
        }),
    }
  },
}

/** The same as a person waits for it: the whole command. */
export const listCommand: Measurement = {
  name: 'list-command',
  measured: 'yoi sessions --limit 10, the whole process, of 10,000 sessions (quick: 1,000)',
  against: 'a node that reads the folder and stats each',
  unit: 'ms',
  prepare: async ({ folder, quick }) => {
    const home = { HOME: folder, YOI_HOME: join(folder, 'yoi') }
    const paths = pathsFrom(home)
    await fill(paths, quick ? 1_000 : 10_000)
    return {
      ours: () => msOf(() => ranNode([mainFile, 'sessions', '--limit', String(shown)], home)),
      baseline: () => msOf(() => ranNode([baselineFile('stat-folder'), paths.sessions])),
    }
  },
}

// The newest sessions are as a Pod leaves them, with their checkpoints; of the others a list sees
// the names only.
const fill = async (paths: Paths, count: number): Promise<void> => {
  await mkdir(paths.sessions, { recursive: true })
  for (let n = 1; n <= count; n += 1) {
    const path = join(paths.sessions, `${someSession(n)}.jsonl`)
    if (n > count - shown) await writeSession(paths, n)
    else await writeFile(path, '')
    await utimes(path, n, n)
  }
}

const writeSession = async (paths: Paths, seed: number): Promise<void> => {
  const sample = { bytes: 8_000, sizes: mixedSizes, seed }
  const path = await writeSampleLog(paths.sessions, sample)
  const place = sessionPlace(paths, { session: someSession(seed), path })
  await rebuildSession({ ...place, reader, clock: systemClock, files: sessionView })
}

const checked = (listed: Awaited<ReturnType<typeof listSessions>>): void => {
  const rows = E.isRight(listed) ? listed.right.rows : []
  const read = rows.filter(({ records }) => records > 0)
  if (read.length !== shown) throw new Error(`${read.length} sessions were listed`)
}
