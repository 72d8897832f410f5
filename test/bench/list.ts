import { readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { listSessions } from '../../cli/sessions/list-sessions.js'
import { someSession } from '../support/story.js'
import { type Measurement, msOf } from './measurement.js'
import { mixedSizes, writeSampleLog } from './sample-logs.js'

const shown = 10

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
    await fill(paths.sessions, quick ? 1_000 : 10_000)
    const request = { paths, reader: logReader(sha256), pods: new Map(), limit: shown }
    return {
      ours: () => msOf(async () => checked(await listSessions(request))),
      baseline: () =>
        msOf(() => {
          for (const name of readdirSync(paths.sessions)) statSync(join(paths.sessions, name))
        }),
    }
  },
}

const fill = async (folder: string, count: number): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const sample = { bytes: 8_000, sizes: mixedSizes, seed: 1 }
  const content = await readFile(await writeSampleLog(folder, sample))
  for (let n = 2; n <= count; n += 1) {
    const path = join(folder, `${someSession(n)}.jsonl`)
    await writeFile(path, n > count - shown ? content : '')
    await utimes(path, n, n)
  }
  await utimes(join(folder, `${someSession(1)}.jsonl`), 1, 1)
}

const checked = (listed: Awaited<ReturnType<typeof listSessions>>): void => {
  const rows = E.isRight(listed) ? listed.right.rows : []
  const whole = rows.filter(({ problem }) => problem === undefined)
  if (whole.length !== shown) throw new Error(`${whole.length} sessions were listed`)
}
