import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { jsonlLog } from '../../adapters/log/jsonl-log.js'
import { systemClock } from '../../adapters/node/clock.js'
import { randomIds } from '../../adapters/node/ids.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { noRecords } from '../../cli/pod/newest-records.js'
import { type SessionLoop, sessionLoop } from '../../cli/pod/session-loop.js'
import type { EventLog } from '../../domain/ports.js'
import { initialState } from '../../domain/session/state.js'
import { submit } from '../support/live-session.js'
import { scriptedModel } from '../support/scripted-model.js'
import { scriptedTools } from '../support/scripted-tools.js'
import { attached, someSession, started } from '../support/story.js'
import type { Measurement } from './measurement.js'
import { sampleText, seeded } from './sample-logs.js'

const producers = 16

/** Many clients of one Pod at once against one: what waits while a sync runs goes out together. */
export const groupCommit: Measurement = {
  name: 'group-commit',
  goal: 'P3',
  measured: `durable inputs of ${producers} clients of a Pod`,
  against: 'of one client',
  unit: '/s',
  aim: 5,
  guard: 3,
  moreIsBetter: true,
  prepare: async ({ folder, quick }) => {
    const log = logIn(folder)
    const loop = await busyLoop(log)
    const each = quick ? 10 : 30
    return {
      ours: () => inputsPerSecond(loop, producers, each),
      baseline: () => inputsPerSecond(loop, 1, each * 2),
      close: async () => {
        await loop.ask({ method: 'shutdown', by: 'host' })
        await loop.left
        await log.close()
      },
    }
  },
}

const logIn = (folder: string): EventLog =>
  jsonlLog({
    path: join(folder, `${someSession(5)}.jsonl`),
    quarantineFolder: join(folder, 'quarantine'),
    size: 0,
  })

// A Pod whose model never answers: what is queued now waits, and can be taken back.
const busyLoop = async (log: EventLog): Promise<SessionLoop> => {
  const loop = sessionLoop({
    clock: systemClock,
    ids: randomIds,
    sha256,
    log,
    completions: scriptedModel(),
    toolbox: scriptedTools(),
    hooks: { ask: async () => ({ decision: 'continue' }) },
    files: { read: async (path) => ({ ok: false, message: `No file ${path}.` }) },
    follower: { advance: () => undefined, reached: async () => true },
    greeting: { pod: 'bench', cwd: '/work', model: 'scripted', scope: [], tools: [] },
    held: { state: initialState, prelude: [started(someSession(5)), attached('bench')] },
    newest: noRecords,
    publish: () => undefined,
  })
  await loop.ask(submit('run', 'Wait.'))
  return loop
}

const inputsPerSecond = async (
  loop: SessionLoop,
  clients: number,
  each: number,
): Promise<number> => {
  const start = performance.now()
  await Promise.all(Array.from({ length: clients }, () => queueAndWithdraw(loop, each)))
  return (clients * each * 2 * 1000) / (performance.now() - start)
}

const words = sampleText(seeded(5), 1_700)

const queueAndWithdraw = async (loop: SessionLoop, times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    const queued = await loop.ask(submit('queue', words))
    const input = E.isRight(queued) ? queued.right.input : undefined
    if (input === undefined) throw new Error('an input was refused')
    const taken = await loop.ask({ method: 'withdraw', input })
    if (E.isLeft(taken)) throw new Error(taken.left.message)
  }
}
