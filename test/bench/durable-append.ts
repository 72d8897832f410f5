import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { appender, bareLine } from './appender.js'
import { type Measurement, msOf, p50Ms } from './measurement.js'
import { lacksSqlite, sqliteCommitMs } from './sqlite.js'

/** One record of 2 KB after the other: sealed, written and synced, each awaited. */
export const durableAppend: Measurement = {
  name: 'append',
  goal: 'P1',
  measured: 'durable append of a 2 KB record, p50',
  against: 'write + fdatasync of the same bytes',
  unit: 'ms',
  aim: 1.6,
  guard: 2,
  prepare: async ({ folder, quick }) => {
    const ours = await appender(folder)
    const fd = openSync(join(folder, 'bare'), 'a')
    const count = countOf(quick)
    return {
      ours: () => p50Ms(count, () => ours.append(1)),
      baseline: () => p50Ms(count, async () => void (writeSync(fd, bareLine), fdatasyncSync(fd))),
      close: async () => {
        await ours.close()
        closeSync(fd)
      },
    }
  },
}

/** The same beside a database that people trust. */
export const appendBesideSqlite: Measurement = {
  name: 'append-sqlite',
  goal: 'P2',
  measured: 'durable append of a 2 KB record, p50',
  against: 'a commit of the same bytes in SQLite, WAL and FULL',
  unit: 'ms',
  aim: 1,
  guard: 1.5,
  lacks: lacksSqlite,
  prepare: async ({ folder, quick }) => {
    const ours = await appender(folder)
    const path = join(folder, 'sqlite')
    const commits = countOf(quick)
    return {
      ours: () => p50Ms(commits, () => ours.append(1)),
      baseline: async () =>
        (await sqliteCommitMs({ path, rowBytes: bareLine.length, rows: 1, commits })).p50,
      close: ours.close,
    }
  },
}

const batch = 64

/**
 * Many records in one write and one sync, against as many rows in one commit. How many a second,
 * so all the time counts, also that in which SQLite empties its WAL.
 */
export const batchBesideSqlite: Measurement = {
  name: 'batch-sqlite',
  goal: 'P3',
  measured: `durable records of 2 KB, ${batch} a batch`,
  against: `rows of the same bytes in SQLite, WAL and FULL, ${batch} a commit`,
  unit: '/s',
  aim: 1.6,
  guard: 1.2,
  moreIsBetter: true,
  lacks: lacksSqlite,
  prepare: async ({ folder, quick }) => {
    const ours = await appender(folder)
    const path = join(folder, 'sqlite')
    const commits = quick ? 20 : 50
    const rate = (batchMs: number) => (batch * 1000) / batchMs
    const batches = async () => {
      for (let n = 0; n < commits; n += 1) await ours.append(batch)
    }
    return {
      ours: async () => rate((await msOf(batches)) / commits),
      baseline: async () =>
        rate(
          (await sqliteCommitMs({ path, rowBytes: bareLine.length, rows: batch, commits })).mean,
        ),
      close: ours.close,
    }
  },
}

const countOf = (quick: boolean): number => (quick ? 50 : 200)
