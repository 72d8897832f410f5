import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bareLine } from './appender.js'
import { baselineFile, firstLine, programFile } from './child.js'
import type { Measurement } from './measurement.js'

const writers = 32

/** Whether many Pods get out of a disk what it can give. */
export const manyPods: Measurement = {
  name: 'many-pods',
  goal: 'P20',
  measured: `durable records of 2 KB of ${writers} processes, each with a log`,
  against: `write + fdatasync of the same bytes in ${writers} processes`,
  unit: '/s',
  aim: 0.7,
  guard: 0.4,
  moreIsBetter: true,
  prepare: async ({ folder, quick }) => {
    const startAll = (argv: (n: number) => ReadonlyArray<string>) =>
      Promise.all(Array.from({ length: writers }, (_, n) => startWriter(argv(n))))
    const ours = await startAll((n) => [programFile('append-on'), join(folder, `log-${n}`)])
    const bytes = String(bareLine.length)
    const bare = await startAll((n) => [baselineFile('sync-on'), join(folder, `bare-${n}`), bytes])
    const windowMs = quick ? 500 : 2_000
    return {
      ours: () => rateOf(ours, windowMs),
      baseline: () => rateOf(bare, windowMs),
      close: async () => {
        await Promise.all([...ours, ...bare].map(endedByStdin))
      },
    }
  },
}

const startWriter = async (argv: ReadonlyArray<string>): Promise<ChildProcess> => {
  const writer = spawn(process.execPath, argv, {
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await firstLine(writer)
  return writer
}

const rateOf = async (all: ReadonlyArray<ChildProcess>, windowMs: number): Promise<number> => {
  const start = performance.now()
  const goes = await Promise.all(all.map((one) => goesIn(one, windowMs)))
  return (goes.reduce((sum, one) => sum + one, 0) * 1000) / (performance.now() - start)
}

const goesIn = async ({ stdin, stdout }: ChildProcess, windowMs: number): Promise<number> => {
  if (stdin === null || stdout === null) throw new Error('a writer has no pipes')
  const answer = once(stdout, 'data')
  stdin.write(`${windowMs}\n`)
  return Number(await answer)
}

const endedByStdin = async (writer: ChildProcess): Promise<void> => {
  const closed = once(writer, 'close')
  writer.stdin?.end()
  await closed
}
