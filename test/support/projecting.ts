import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { openHere } from '../../adapters/log/open-quietly.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { systemClock } from '../../adapters/node/clock.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { type Projector, projector } from '../../adapters/projector/projector.js'
import type { LogReader } from '../../domain/ports.js'
import { sessionView } from '../../projections/session-view.js'
import type { StoryLog } from './story.js'

export const reader = logReader(sha256, openHere)

/** The folder of a story's projections under a root. */
export const projectionsOf = (root: string, { session }: Pick<StoryLog, 'session'>): string =>
  join(root, 'projections', session)

/** What a projector of a story works with. */
export const sourceOf = (root: string, story: Pick<StoryLog, 'session' | 'path'>) => ({
  session: story.session,
  log: story.path,
  folder: projectionsOf(root, story),
  reader,
  clock: systemClock,
  files: sessionView,
})

/** A projector of a story; what it tells of trouble is collected. */
export const projecting = (
  t: ExecutionContext,
  root: string,
  story: Pick<StoryLog, 'session' | 'path'>,
  readWith: LogReader = reader,
): Projector & { readonly troubles: ReadonlyArray<string> } => {
  const troubles: string[] = []
  const made = projector({
    ...sourceOf(root, story),
    reader: readWith,
    onTrouble: (sentence) => troubles.push(sentence),
  })
  t.teardown(made.close)
  return { ...made, troubles }
}

export const fileNames = ['history.json', 'status.json', 'checkpoint.json'] as const

/** The texts of a session's files, in the order of `fileNames`. */
export const textsOf = (root: string, story: Pick<StoryLog, 'session'>) =>
  Promise.all(fileNames.map((name) => readFile(join(projectionsOf(root, story), name), 'utf8')))

/** One file of a session, parsed. */
export const fileOf = async (
  root: string,
  story: Pick<StoryLog, 'session'>,
  name: (typeof fileNames)[number],
) => JSON.parse(await readFile(join(projectionsOf(root, story), name), 'utf8'))
