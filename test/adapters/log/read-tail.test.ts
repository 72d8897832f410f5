import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readTail } from '../../../adapters/log/read-tail.js'
import type { Event } from '../../../domain/event/event.js'
import { limits } from '../../../domain/limits.js'
import type { LogRecord } from '../../../domain/log/record.js'
import { bytesOf, linesOf, note, ownFolder, sealAll } from '../../support/sample-log.js'

type Sample = { readonly path: string; readonly bytes: Buffer; readonly records: LogRecord[] }

// Groups of one to three records.
const groups = (count: number, words = 20): ReadonlyArray<ReadonlyArray<Event>> =>
  Array.from({ length: count }, (_, n) =>
    Array.from({ length: 1 + (n % 3) }, () => note(`${n} 日本`.repeat(words))),
  )

const sample = async (
  t: ExecutionContext,
  events: ReadonlyArray<ReadonlyArray<Event>>,
): Promise<Sample> => {
  const path = join(await ownFolder(t), 'log.jsonl')
  const lines = linesOf(sealAll(events))
  const bytes = bytesOf(lines)
  await writeFile(path, bytes)
  return { path, bytes, records: lines.map((line) => JSON.parse(line)) }
}

test('the tail of a short log is the whole of it', async (t) => {
  const { path, records } = await sample(t, groups(9))
  t.deepEqual(await readTail(path), records)
})

test('of a long log only its end is read, and that is what it holds there', async (t) => {
  // given a log of which nothing but the end could be read
  const { path, bytes, records } = await sample(t, groups(1000))
  t.true(bytes.length > 2 * limits.tailBytes)
  await writeFile(path, Buffer.from(bytes).fill(0, 0, bytes.length - limits.tailBytes))
  // when its tail is read
  const tail = await readTail(path)
  // then it is the newest records, as many as fit
  t.deepEqual(tail, records.slice(-tail.length))
  const shown = bytesOf(tail.map((record) => JSON.stringify(record))).length
  t.true(shown <= limits.tailBytes && shown > limits.tailBytes - 1000)
})

test('what was torn off never happened, wherever the log ends in its last two groups', async (t) => {
  const { path, bytes, records } = await sample(t, groups(6))
  const ends = Array.from(bytes).flatMap((byte, at) => (byte === 0x0a ? [at + 1] : []))
  for (let length = bytes.length - 1; length >= (ends[6] ?? 0); length -= 1) {
    await truncate(path, length)
    const whole = records.filter(
      ({ seq, more }) => more === undefined && (ends[seq] ?? 0) <= length,
    )
    t.deepEqual(await readTail(path), records.slice(0, (whole.at(-1)?.seq ?? -1) + 1))
  }
})

test('a tail with a damaged byte is not shown', async (t) => {
  const { path, bytes } = await sample(t, groups(4, 1))
  for (let at = 0; at < bytes.length - 1; at += 11) {
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    await writeFile(path, damaged)
    t.deepEqual(await readTail(path), [], `byte ${at}`)
  }
})

test('nor is one with a line left out, or an event that this version does not know', async (t) => {
  const { path, bytes } = await sample(t, groups(3))
  const lines = bytes.toString().trimEnd().split('\n')
  await writeFile(path, bytesOf(lines.toSpliced(3, 1)))
  t.deepEqual(await readTail(path), [])
  const later = { type: 'LaterEvent', data: {} } as unknown as Event
  t.deepEqual(await readTail((await sample(t, [[note('a')], [later]])).path), [])
})

test('a log that cannot be read, or whose last line fills the tail, shows nothing', async (t) => {
  t.deepEqual(await readTail(join(await ownFolder(t), 'none.jsonl')), [])
  t.deepEqual(await readTail(await ownFolder(t)), [])
  const long = await sample(t, [[note('a')], [note('x'.repeat(limits.tailBytes))]])
  t.deepEqual(await readTail(long.path), [])
})

test('reading a tail changes no byte and no time of the log', async (t) => {
  const { path, bytes } = await sample(t, groups(9))
  const { mtimeMs, atimeMs } = await stat(path)
  await readTail(path)
  t.like(await stat(path), { mtimeMs, atimeMs })
  t.deepEqual(await readFile(path), bytes)
})
