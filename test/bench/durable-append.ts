import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { jsonlLog } from '../../adapters/log/jsonl-log.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { type RecordRef } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import { seal } from '../../domain/log/seal.js'
import type { Timestamp } from '../../domain/time.js'
import { said, someSession, started } from '../support/story.js'
import { type Bench, type Measurement, median, type Pair } from './measurement.js'
import { sampleText, seeded } from './sample-logs.js'

/** One record of 2 KB after the other: sealed, written and synced, each awaited. */
export const durableAppend: Measurement = {
  name: 'append',
  goal: 'P1',
  measured: 'durable append of a 2 KB record, p50',
  against: 'write + fdatasync of the same bytes',
  unit: 'ms',
  aim: 1.6,
  guard: 2,
  prepare: async (bench) => appending(bench, bench.quick ? 50 : 200),
}

const appending = async ({ folder }: Bench, count: number): Promise<Pair> => {
  const event = said(1, sampleText(seeded(4), 1_700))
  const at = '2026-01-02T03:04:05.678Z' as Timestamp
  const sealed = seal(sha256)
  const log = jsonlLog({
    path: join(folder, 'append', `${someSession(4)}.jsonl`),
    quarantineFolder: join(folder, 'quarantine'),
    size: 0,
  })
  let tip: RecordRef | undefined
  const append = async (one: typeof event): Promise<void> => {
    const [record] = sealed([one], tip, at)
    if (record === undefined) throw new Error('nothing was sealed')
    const appended = await log.append([record.line])()
    if (E.isLeft(appended)) throw new Error(appended.left.message)
    tip = refOf(record.record)
  }
  await append(started(someSession(4)))
  const fd = openSync(join(folder, 'bare'), 'a')
  const bytes = Buffer.from(`${sealed([event], tip, at)[0]?.line}\n`)
  return {
    ours: () => p50(count, () => append(event)),
    baseline: () => p50(count, async () => void (writeSync(fd, bytes), fdatasyncSync(fd))),
    close: async () => {
      await log.close()
      closeSync(fd)
    },
  }
}

const p50 = async (count: number, once: () => Promise<void>): Promise<number> => {
  const figures: number[] = []
  for (let n = 0; n < count; n += 1) {
    const start = performance.now()
    await once()
    figures.push(performance.now() - start)
  }
  return median(figures)
}
