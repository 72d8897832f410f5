import { availableParallelism } from 'node:os'
import { ownLogReader } from '../../adapters/log/read-groups.js'
import { messageOf } from '../../adapters/node/message-of.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { limits } from '../../domain/limits.js'
import type { HealthReport } from '../../projections/health.js'
import { startVerifier, type Verifier, type VerifyTask } from './verifier-thread.js'
import { verifySession } from './verify-session.js'

export type VerifyHearing = {
  /** Told each report in the order of the tasks, as soon as those before it are there. */
  readonly onReport: (report: HealthReport) => Promise<void>
  readonly onAdvance: (bytes: number) => void
}

/**
 * Verifies several logs and gives their reports in order. A large lot is shared among threads, the
 * largest log first; a small one is done here, before a thread would have started. What goes wrong
 * with one log is said in its report and keeps no other from its own.
 */
export const verifyMany = async (
  tasks: ReadonlyArray<VerifyTask>,
  hearing: VerifyHearing,
  threads = threadsFor(tasks),
): Promise<ReadonlyArray<HealthReport>> => {
  const verifiers = threads < 2 ? [here] : Array.from({ length: threads }, startVerifier)
  const reports = new Map<VerifyTask, HealthReport>()
  const told = tellingInOrder(tasks, reports, hearing.onReport)
  const waiting = tasks.toSorted((a, b) => (threads < 2 ? 0 : b.bytes - a.bytes)).values()
  const work = async (verifier: Verifier): Promise<void> => {
    for (const task of waiting) {
      reports.set(task, await reportOf(verifier, task, hearing))
      await told()
    }
    await verifier.close()
  }
  await Promise.all(verifiers.map(work))
  return tasks.flatMap((task) => reports.get(task) ?? [])
}

const threadsFor = (tasks: ReadonlyArray<VerifyTask>): number => {
  const bytes = tasks.reduce((sum, task) => sum + task.bytes, 0)
  const most = bytes < limits.sharedCheckBytes ? 1 : limits.checkThreadsMax
  return Math.min(tasks.length, availableParallelism(), most)
}

const here: Verifier = {
  verify: ({ place, isLive }, onAdvance) =>
    verifySession(ownLogReader(sha256), place, { isLive, onAdvance }),
  close: async () => undefined,
}

const reportOf = async (
  verifier: Verifier,
  task: VerifyTask,
  { onAdvance }: VerifyHearing,
): Promise<HealthReport> => {
  let offset = 0
  const advanced = (to: number): void => {
    onAdvance(to - offset)
    offset = to
  }
  const report = await verifier.verify(task, advanced).catch((error) => failed(task, error))
  advanced(Math.max(offset, task.bytes))
  return report
}

const failed = ({ place }: VerifyTask, error: unknown): HealthReport => ({
  session: place.session,
  intact: false,
  complete: 'unknown',
  records: 0,
  tip: null,
  head: null,
  problems: [
    { line: 1, offset: 0, kind: 'unreadable', message: `it was not checked: ${messageOf(error)}` },
  ],
  last_good: null,
  repairs: {},
})

// One telling at a time; what becomes ready meanwhile is told by the one that is under way.
const tellingInOrder = (
  tasks: ReadonlyArray<VerifyTask>,
  reports: ReadonlyMap<VerifyTask, HealthReport>,
  tell: VerifyHearing['onReport'],
): (() => Promise<void>) => {
  const untold = tasks.values()
  let next = untold.next().value
  let told = Promise.resolve()
  const tellReady = async (): Promise<void> => {
    for (let report = next && reports.get(next); report; report = next && reports.get(next)) {
      next = untold.next().value
      await tell(report)
    }
  }
  return () => {
    told = told.then(tellReady)
    return told
  }
}
