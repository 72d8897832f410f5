import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { ownLogReader } from '../../adapters/log/read-groups.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { LogAndFolder } from '../../adapters/projector/log-holds.js'
import type { HealthReport } from '../../projections/health.js'
import { verifySession } from './verify-session.js'

/** A log to verify, with its size and whether a live Pod holds it. */
export type VerifyTask = {
  readonly place: LogAndFolder
  readonly bytes: number
  readonly isLive: boolean
}

/** Verifies one log at a time. `onAdvance` is told up to which byte it has come. */
export type Verifier = {
  readonly verify: (task: VerifyTask, onAdvance: (offset: number) => void) => Promise<HealthReport>
  readonly close: () => Promise<void>
}

/**
 * A verifier in a thread of its own. A thread that dies rejects what it was asked; the next log gets
 * a new one.
 */
export const startVerifier = (): Verifier => {
  let worker: Worker | undefined
  return {
    verify: async (task, onAdvance) => {
      worker ??= new Worker(new URL(import.meta.url), { workerData: role })
      try {
        return await asked(worker, task, onAdvance)
      } catch (error) {
        await worker.terminate()
        worker = undefined
        throw error
      }
    },
    close: async () => void (await worker?.terminate()),
  }
}

// This file is also what runs in the thread; other threads that load it have another role.
const role = 'yoi verifies here'

type Answer = { readonly offset: number } | { readonly report: HealthReport }

const asked = (
  worker: Worker,
  task: VerifyTask,
  onAdvance: (offset: number) => void,
): Promise<HealthReport> =>
  new Promise((resolve, reject) => {
    const heard = (answer: Answer): void => {
      if ('offset' in answer) return onAdvance(answer.offset)
      leave()
      resolve(answer.report)
    }
    const died = (error: unknown): void => {
      leave()
      reject(error instanceof Error ? error : new Error('the thread that checked it ended'))
    }
    const leave = (): void => {
      worker.off('message', heard).off('error', died).off('exit', died)
    }
    worker.on('message', heard).on('error', died).on('exit', died)
    worker.postMessage(task)
  })

const serve = (): void => {
  const reader = ownLogReader(sha256)
  const answer = (one: Answer): void => parentPort?.postMessage(one)
  const answered = async ({ place, isLive }: VerifyTask): Promise<void> => {
    const onAdvance = (offset: number): void => answer({ offset })
    answer({ report: await verifySession(reader, place, { isLive, onAdvance }) })
  }
  parentPort?.on('message', (task: VerifyTask) => void answered(task))
}

if (!isMainThread && workerData === role) serve()
