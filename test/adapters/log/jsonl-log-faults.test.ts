import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { jsonlLog } from '../../../adapters/log/jsonl-log.js'
import type { JsonlLogOptions } from '../../../adapters/log/new-writer.js'
import { quarantineName } from '../../../adapters/log/quarantine.js'
import { logReader } from '../../../adapters/log/read-groups.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import type { RecordRef } from '../../../domain/ids.js'
import { refOf } from '../../../domain/log/record.js'
import type { EventLog } from '../../../domain/ports.js'
import { type Fault, type FaultPlan, faultyLogFiles } from '../../support/faulty-log-files.js'
import { loadLog } from '../../support/load-log.js'
import { fcOptions } from '../../support/rounds.js'
import {
  bytesOf,
  linesOf,
  note,
  ownFolder,
  sampleGroups,
  sampleSession,
  sampleTime,
  sealAll,
} from '../../support/sample-log.js'

type Run = {
  /** Lines that were there or acknowledged, in order. */
  readonly acknowledged: ReadonlyArray<string>
  readonly failures: number
}

const failuresMax = 100

/** Appends four batches as a Pod does: after a failure it reopens until it can, then tries again. */
const drive = async (
  log: EventLog,
  path: string,
  start: { readonly lines: ReadonlyArray<string>; readonly tip: RecordRef | undefined },
): Promise<Run> => {
  const acknowledged = [...start.lines]
  let { tip } = start
  let failures = 0
  for (let n = 0; n < 4; ) {
    const sealed = sealAll([[note(`batch ${n}, try ${failures}`), note('é'.repeat(n * 50))]], tip)
    const done = await log.append(linesOf(sealed))()
    if (E.isRight(done)) {
      acknowledged.push(...linesOf(sealed))
      const last = sealed.at(-1)?.at(-1)?.record
      tip = last && refOf(last)
      n += 1
    } else {
      failures += 1
      while (failures < failuresMax && E.isLeft(await log.reopen()())) failures += 1
    }
    await assertKept(path, acknowledged)
    if (failures >= failuresMax) throw new Error('the log never came back')
  }
  return { acknowledged, failures }
}

const assertKept = async (path: string, lines: ReadonlyArray<string>): Promise<void> => {
  const content = await readFile(path).catch(() => Buffer.alloc(0))
  const expected = bytesOf(lines)
  if (!content.subarray(0, expected.length).equals(expected))
    throw new Error('an acknowledged line is lost')
}

const verdict = async (path: string) => {
  const log = await loadLog(logReader(sha256), path)()
  if (E.isLeft(log)) throw new Error(`line ${log.left.line}: ${log.left.message}`)
  const { records, tail, size } = log.right
  return { records: records.length, tail, size }
}

const placeIn = (folder: string) => ({
  path: join(folder, 'sessions', `${sampleSession}.jsonl`),
  quarantineFolder: join(folder, 'quarantine'),
})

const runNew = async (folder: string, plan: FaultPlan) => {
  const place = placeIn(folder)
  const { files, calls } = faultyLogFiles(plan)
  const log = jsonlLog({ ...place, size: 0, files })
  const run = await drive(log, place.path, { lines: [], tip: undefined })
  await log.close()
  return { ...run, ...(await verdict(place.path)), calls: calls.length }
}

const tornBytes = Buffer.from('{"prev":"torn')

const runTorn = async (folder: string, plan: FaultPlan) => {
  const place = placeIn(folder)
  const lines = linesOf(sealAll(sampleGroups))
  await mkdir(join(folder, 'sessions'))
  await writeFile(place.path, Buffer.concat([bytesOf(lines), tornBytes]))
  const loaded = await loadLog(logReader(sha256), place.path)()
  if (E.isLeft(loaded) || loaded.right.tail === undefined) throw new Error('no torn log')
  const { size, tip, tail } = loaded.right
  const kept = quarantineName(sampleSession, size, sampleTime)
  const { files, calls } = faultyLogFiles(plan)
  const options: JsonlLogOptions = { ...place, size, tip, tail: { ...tail, kept }, files }
  const log = jsonlLog(options)
  const run = await drive(log, place.path, { lines, tip })
  await log.close()
  const keptBytes = await readFile(join(place.quarantineFolder, kept))
  return { ...run, ...(await verdict(place.path)), keptBytes, calls: calls.length }
}

const kinds: ReadonlyArray<Fault> = ['EIO', 'ENOSPC', 'late', 'short']

const eachFault = async (
  t: ExecutionContext,
  body: (folder: string, plan: FaultPlan, title: string) => Promise<Run & { calls: number }>,
): Promise<void> => {
  const folder = await ownFolder(t)
  for (const [kind, lasting] of [...kinds.map((k) => [k, 1] as const), ['EIO', 3] as const]) {
    let calls = 1
    for (let at = 0; at < calls; at += 1) {
      const own = join(folder, `${kind}-${lasting}-${at}`)
      await mkdir(own)
      const plan: FaultPlan = (_, index) => (index >= at && index < at + lasting ? kind : undefined)
      const title = `${kind} × ${lasting} at call ${at}`
      const run = await body(own, plan, title)
      calls = Math.max(run.calls, calls)
      if (kind === 'EIO' && at < 15) t.true(run.failures > 0, title)
    }
  }
}

test('a new log loses nothing acknowledged, whichever call fails, and goes on', async (t) => {
  t.timeout(120_000)
  await eachFault(t, async (folder, plan, title) => {
    const run = await runNew(folder, plan)
    t.is(run.records, run.acknowledged.length, title)
    t.is(run.tail, undefined, title)
    t.is(run.size, bytesOf(run.acknowledged).length, title)
    return run
  })
})

test('a torn log is repaired whichever call fails, and its tail is kept whole', async (t) => {
  t.timeout(120_000)
  await eachFault(t, async (folder, plan, title) => {
    const run = await runTorn(folder, plan)
    t.is(run.records, run.acknowledged.length, title)
    t.is(run.tail, undefined, title)
    t.deepEqual(run.keptBytes, tornBytes, title)
    return run
  })
})

test('any series of faults ends in a log that holds exactly what was acknowledged', async (t) => {
  t.timeout(120_000)
  const folder = await ownFolder(t)
  let round = 0
  const faults = fc.array(fc.constantFrom(undefined, undefined, ...kinds), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(faults, async (series) => {
      round += 1
      const own = join(folder, `${round}`)
      await mkdir(own)
      const run = await runNew(own, (_, index) => series[index])
      t.is(run.size, bytesOf(run.acknowledged).length)
    }),
    fcOptions(),
  )
})

test('bytes that could not be cut back at once are kept when the log is reopened', async (t) => {
  const folder = await ownFolder(t)
  let writes = 0
  const plan: FaultPlan = (call) => {
    if (call === 'write') writes += 1
    if (writes !== 2) return undefined
    return call === 'write' || call === 'truncate' ? 'ENOSPC' : undefined
  }
  const place = placeIn(folder)
  const log = jsonlLog({ ...place, size: 0, files: faultyLogFiles(plan).files })
  t.teardown(() => log.close())
  const first = linesOf(sealAll([[note('first')]]))
  await log.append(first)()
  const second = linesOf(sealAll([[note('second')]]))
  t.true(E.isLeft(await log.append(second)()))
  t.true((await readFile(place.path)).length > log.size())
  writes = 10
  t.true(E.isRight(await log.reopen()()))
  t.deepEqual(await readFile(place.path), bytesOf(first))
  const [kept] = await readdir(place.quarantineFolder)
  t.true(kept?.startsWith(`${sampleSession}-${log.size()}-`))
  const half = bytesOf(second)
  const keptBytes = await readFile(join(place.quarantineFolder, kept ?? ''))
  t.deepEqual(keptBytes, half.subarray(0, half.length >> 1))
})

test('a new log whose first batch failed is gone before anything else happens', async (t) => {
  const folder = await ownFolder(t)
  const place = placeIn(folder)
  for (const failing of ['write', 'datasync', 'syncFolder']) {
    let broken = true
    const plan: FaultPlan = (call) => (broken && call === failing ? 'late' : undefined)
    const log = jsonlLog({ ...place, size: 0, files: faultyLogFiles(plan).files })
    t.true(E.isLeft(await log.append(linesOf(sealAll([[note('lost')]])))()))
    t.deepEqual(await readdir(join(folder, 'sessions')), [], failing)
    broken = false
    await log.close()
  }
})

const failedOnce = async (t: ExecutionContext) => {
  const place = placeIn(await ownFolder(t))
  let broken = false
  const plan: FaultPlan = (call) => (broken && call === 'write' ? 'EIO' : undefined)
  const log = jsonlLog({ ...place, size: 0, files: faultyLogFiles(plan).files })
  t.teardown(() => log.close())
  await log.append(linesOf(sealAll([[note('kept')]])))()
  broken = true
  await log.append(linesOf(sealAll([[note('a longer text that failed')]])))()
  broken = false
  return { ...place, log }
}

test('reopening refuses a last line of which one byte has changed', async (t) => {
  const { log, path } = await failedOnce(t)
  const content = await readFile(path)
  for (let at = 0; at < content.length; at += 1) {
    await writeFile(path, content.with(at, (content[at] ?? 0) ^ 1))
    const result = await log.reopen()()
    t.true(E.isLeft(result) && result.left.code === 'intruder', `byte ${at}`)
  }
  await writeFile(path, content)
  t.true(E.isRight(await log.reopen()()))
})

test('a tip in a line of many bytes is found and verified', async (t) => {
  const place = placeIn(await ownFolder(t))
  const sealed = sealAll([[note('short')], [note('x'.repeat(300_000))], [note('é'.repeat(5000))]])
  await mkdir(join(place.path, '..'))
  for (const count of [1, 2, 3]) {
    const groups = sealed.slice(0, count)
    await writeFile(place.path, bytesOf(linesOf(groups)))
    const last = groups.at(-1)?.[0]?.record
    const size = bytesOf(linesOf(groups)).length
    const log = jsonlLog({ ...place, size, tip: last && refOf(last) })
    const next = linesOf(sealAll([[note('next')]], last && refOf(last)))
    t.true(E.isRight(await log.append(next)()), `${count}`)
    await log.close()
  }
})

test('reopening cuts off nothing that someone else wrote, however short', async (t) => {
  const { log, path } = await failedOnce(t)
  await appendFile(path, '{"intruder":1}\n')
  const content = await readFile(path, 'utf8')
  const result = await log.reopen()()
  t.true(E.isLeft(result) && result.left.code === 'intruder')
  t.is(await readFile(path, 'utf8'), content)
})
