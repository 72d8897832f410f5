import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { baselineFile, ended, firstLine, startNode, startYoi } from './child.js'
import type { Bench, Measurement, Pair } from './measurement.js'

/** How often a Pod that has nothing to do wakes all the same. */
export const idleWakes: Measurement = {
  name: 'idle-wakes',
  goal: 'P18',
  measured: 'context switches a second of an idle Pod, over 30 s (quick: 5 s)',
  against: 'of a node with a socket',
  unit: '/s',
  by: 'difference',
  aim: 0,
  guard: 1,
  lacks: existsSync('/proc/self/task') ? undefined : 'the system has no /proc',
  prepare: (bench) => watching(bench, ({ switches }) => switches),
}

/** The processor time that it takes for that. */
export const idleCpu: Measurement = {
  name: 'idle-cpu',
  goal: 'P18',
  measured: 'processor time of an idle Pod, in the same seconds',
  against: 'of a node with a socket',
  unit: '%',
  by: 'difference',
  aim: 0.01,
  guard: 0.1,
  lacks: existsSync('/proc/self/schedstat') ? undefined : 'the system does not tell it by /proc',
  prepare: (bench) => watching(bench, ({ cpuNs }) => cpuNs / 1e7),
}

/** What all threads of a process came to; as a difference, of a second. */
type Spent = { readonly switches: number; readonly cpuNs: number }
type Watched = { readonly ours: Spent; readonly baseline: Spent }

// Both lines are of the same seconds: looking once takes long enough.
let watched: Promise<Watched> | undefined

const watching = async (bench: Bench, figureOf: (spent: Spent) => number): Promise<Pair> => {
  watched ??= watchIdle(bench)
  const { ours, baseline } = await watched
  return { ours: async () => figureOf(ours), baseline: async () => figureOf(baseline) }
}

// What a start leaves to do (compiling, giving memory back) is over after about a minute.
const settleMs = (quick: boolean): number => (quick ? 2_000 : 60_000)

const watchIdle = async ({ folder, quick }: Bench): Promise<Watched> => {
  const pod = startYoi(['pod', '--cwd', folder], folder)
  const bare = startNode([baselineFile('idle-socket'), join(folder, 's')])
  await Promise.all([firstLine(pod), firstLine(bare)])
  await pause(settleMs(quick))
  const windowMs = quick ? 5_000 : 30_000
  const [ours, baseline] = await Promise.all([pod, bare].map((one) => spentIn(windowMs, one)))
  await Promise.all([ended(pod), ended(bare)])
  if (ours === undefined || baseline === undefined) throw new Error('nothing was watched')
  return { ours, baseline }
}

const spentIn = async (windowMs: number, { pid }: ChildProcess): Promise<Spent> => {
  const before = spentBy(pid)
  await pause(windowMs)
  const after = spentBy(pid)
  const aSecond = (from: number, to: number) => ((to - from) * 1000) / windowMs
  return {
    switches: aSecond(before.switches, after.switches),
    cpuNs: aSecond(before.cpuNs, after.cpuNs),
  }
}

const spentBy = (pid: number | undefined): Spent => {
  const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`)
  const switches = tasks.flatMap((task) => [
    ...readFileSync(`${task}/status`, 'utf8').matchAll(/_ctxt_switches:\s+(\d+)$/gm),
  ])
  const cpu = tasks.map((task) => readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0])
  const sum = (all: ReadonlyArray<unknown>) =>
    all.reduce<number>((sum, one) => sum + Number(one), 0)
  return { switches: sum(switches.map(([, count]) => count)), cpuNs: sum(cpu) }
}
