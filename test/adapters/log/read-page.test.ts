import { appendFile, readFile, stat, truncate, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { lineStarts } from '../../../adapters/log/line-starts.js'
import { type KnownLog, readPage } from '../../../adapters/log/read-page.js'
import type { Event } from '../../../domain/event/event.js'
import type { LogRecord } from '../../../domain/log/record.js'
import { fcOptions } from '../../support/rounds.js'
import { bytesOf, linesOf, note, ownFolder, sealAll } from '../../support/sample-log.js'

type Sample = KnownLog & { readonly records: ReadonlyArray<LogRecord> }

// Groups of one to three records of 200 B to 3 KB.
const events = (count: number, word = '日本 '): ReadonlyArray<ReadonlyArray<Event>> =>
  Array.from({ length: count }, (_, n) =>
    Array.from({ length: 1 + (n % 3) }, () => note(word.repeat((n * 37) % 400))),
  )

const sample = async (t: ExecutionContext, groups = events(60)): Promise<Sample> => {
  const path = join(await ownFolder(t), 'log.jsonl')
  const lines = linesOf(sealAll(groups))
  const starts = lineStarts()
  let sizeBytes = 0
  for (const line of lines) {
    starts.add(sizeBytes)
    sizeBytes += bytesOf([line]).length
  }
  await writeFile(path, bytesOf(lines))
  return { path, starts, sizeBytes, records: lines.map((line) => JSON.parse(line)) }
}

const all = { limit: 10_000, bytesMax: 100_000_000 }

const faultOf = async (log: Sample, before = log.records.length): Promise<string> => {
  const page = await readPage(log, { before, ...all })
  return E.isLeft(page) ? page.left.message : 'no fault'
}

test('any page is what the log holds there, within its limits', async (t) => {
  const log = await sample(t)
  const asked = fc.record({
    before: fc.nat(log.records.length + 5),
    limit: fc.integer({ min: 1, max: 50 }),
    bytesMax: fc.nat(20_000),
  })
  await fc.assert(
    fc.asyncProperty(asked, async (page) => {
      const read = await readPage(log, page)
      if (E.isLeft(read)) throw new Error(read.left.message)
      const { from, records } = read.right
      const end = Math.min(page.before, log.records.length)
      t.deepEqual(records, log.records.slice(from, end))
      t.true(records.length <= page.limit)
      t.is(records.length > 0, end > 0)
      const size = (log.starts.of(end) ?? log.sizeBytes) - (log.starts.of(from) ?? 0)
      t.true(size <= page.bytesMax || records.length === 1)
    }),
    fcOptions(),
  )
})

test('a page reads nothing of the log but its own lines', async (t) => {
  const log = await sample(t)
  const [from, before] = [40, 50]
  const [start, end] = [log.starts.of(from) ?? 0, log.starts.of(before) ?? 0]
  const bytes = await readFile(log.path)
  await writeFile(log.path, bytes.fill(0, 0, start).fill(0, end))
  const page = await readPage(log, { before, limit: before - from, bytesMax: 1_000_000 })
  t.deepEqual(E.isRight(page) && page.right.records, log.records.slice(from, before))
})

test('what is behind the known lines is no part of a page', async (t) => {
  const log = await sample(t)
  await appendFile(log.path, 'torn')
  const page = await readPage(log, { before: 10_000, ...all })
  t.is(E.isRight(page) && page.right.records.length, log.records.length)
})

test('a line that was damaged since is named, whatever part of it', async (t) => {
  const log = await sample(t, events(3))
  const whole = await readFile(log.path)
  for (let at = 0; at < whole.length; at += 17) {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(log.path, bytes)
    const line = log.records.findLastIndex(({ seq }) => (log.starts.of(seq) ?? 0) <= at)
    const place = `line ${line + 1}, byte ${log.starts.of(line)}:`
    const fault = await faultOf(log)
    t.true(fault.includes(`damaged since this Pod read it (${place}`), fault)
  }
})

test('lines that were swapped for good ones of another log are noticed', async (t) => {
  const log = await sample(t, events(6))
  const other = bytesOf(linesOf(sealAll(events(6, '月本 '))))
  const half = log.starts.of(6) ?? 0
  const bytes = await readFile(log.path)
  await writeFile(log.path, Buffer.concat([bytes.subarray(0, half), other.subarray(half)]))
  t.regex(await faultOf(log), /damaged since/)
})

test('a log that was cut, or is gone, is a sentence and no crash', async (t) => {
  const log = await sample(t)
  await truncate(log.path, log.sizeBytes - 1)
  t.regex(await faultOf(log), /could not be read back \(the file became shorter meanwhile\)/)
  t.is(await faultOf(log, 20), 'no fault')
  await unlink(log.path)
  t.regex(await faultOf(log), /could not be read back \(ENOENT/)
})

test('reading a page changes no byte and no time of the log', async (t) => {
  const log = await sample(t)
  const { mtimeMs, atimeMs } = await stat(log.path)
  t.is(await faultOf(log), 'no fault')
  t.like(await stat(log.path), { mtimeMs, atimeMs })
})
