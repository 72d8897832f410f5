import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { logReader } from '../../../adapters/log/read-groups.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import type { LogPlace, LogProblem, LogReading } from '../../../domain/log/reading.js'
import {
  bytesOf,
  linesOf,
  note,
  ownFolder,
  sampleGroups,
  sealAll,
} from '../../support/sample-log.js'

const lines = linesOf(sealAll(sampleGroups))
const whole = bytesOf(lines)
const lineEnds = lines.map((_, index) => bytesOf(lines.slice(0, index + 1)).length)
const groupEnds = [lineEnds[2] ?? 0, lineEnds[3] ?? 0, lineEnds[5] ?? 0]

type Options = { readonly from?: LogPlace; readonly onProblem?: 'stop' | 'go_on' }

const readFileAt = async (path: string, options?: Options): Promise<ReadonlyArray<LogReading>> => {
  const readings: LogReading[] = []
  for await (const reading of logReader(sha256).read(path, options)) readings.push(reading)
  return readings
}

const reader = async (t: ExecutionContext) => {
  const path = join(await ownFolder(t), 'log.jsonl')
  return async (bytes: string | Uint8Array, options?: Options) => {
    await writeFile(path, bytes)
    return readFileAt(path, options)
  }
}

const seqsOf = (readings: ReadonlyArray<LogReading>) =>
  readings.map((r) => (r.type === 'group' ? r.lines.map((l) => l.record.seq) : r.type))

const problemsOf = (readings: ReadonlyArray<LogReading>): ReadonlyArray<LogProblem> =>
  readings.flatMap((r) => (r.type === 'problem' ? [r.problem] : []))

const places = (readings: ReadonlyArray<LogReading>) =>
  problemsOf(readings).map(({ line, kind }) => [line, kind])

test('groups come whole, with the byte and the line behind each', async (t) => {
  const read = await reader(t)
  const readings = await read(whole)
  t.deepEqual(seqsOf(readings), [[0, 1, 2], [3], [4, 5]])
  const nexts = readings.map((r) => (r.type === 'group' ? [r.next.offset, r.next.line] : []))
  t.deepEqual(nexts, [
    [groupEnds[0], 4],
    [groupEnds[1], 5],
    [groupEnds[2], 7],
  ])
  const offsets = readings.flatMap((r) => (r.type === 'group' ? r.lines.map((l) => l.offset) : []))
  t.deepEqual(offsets, [0, ...lineEnds.slice(0, -1)])
})

test('an empty file gives nothing', async (t) => {
  t.deepEqual(await (await reader(t))(''), [])
})

test('reading goes on from any place that a group gave', async (t) => {
  const read = await reader(t)
  const all = await read(whole)
  for (const [index, reading] of all.entries()) {
    if (reading.type !== 'group') throw new Error('not a group')
    t.deepEqual(await read(whole, { from: reading.next }), all.slice(index + 1))
  }
})

test('a log cut at any byte gives its whole groups and one torn tail with its digest', async (t) => {
  const read = await reader(t)
  for (let cut = 0; cut < whole.length; cut += 1) {
    const kept = groupEnds.filter((end) => end <= cut).length
    const from = groupEnds[kept - 1] ?? 0
    const readings = await read(whole.subarray(0, cut))
    const groups = readings.filter((r) => r.type === 'group')
    t.is(groups.length, kept)
    const digest = createHash('sha256').update(whole.subarray(from, cut)).digest('hex')
    const line = [1, 4, 5][kept]
    const torn = { type: 'torn', tail: { offset: from, length: cut - from, digest }, line }
    t.deepEqual(readings.slice(kept), from === cut ? [] : [torn as LogReading])
  }
})

test('every changed byte is a problem of its line and never torn, but for the last newline', async (t) => {
  const read = await reader(t)
  for (let at = 0; at < whole.length - 1; at += 1) {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8))
    const line = lineEnds.findIndex((end) => at < end) + 1
    const [first] = problemsOf(await read(damaged, { onProblem: 'go_on' }))
    t.is(first?.line, line, `byte ${at}`)
    const strict = await read(damaged)
    t.is(strict.at(-1)?.type, 'problem')
    t.false(strict.some((r) => r.type === 'torn'))
  }
  const unfinished = Buffer.from(whole)
  unfinished[whole.length - 1] = 0x20
  t.is((await read(unfinished)).at(-1)?.type, 'torn')
})

test('one damaged line is blamed alone and the lines around it are still read', async (t) => {
  const read = await reader(t)
  for (const [index, line] of lines.entries()) {
    const damaged = lines.with(index, line.replace('"data":', '"dada":'))
    const readings = await read(bytesOf(damaged), { onProblem: 'go_on' })
    t.is(problemsOf(readings).length, 1)
    t.is(problemsOf(readings)[0]?.line, index + 1)
    t.is(problemsOf(readings)[0]?.seq, index)
    const seqs = readings.flatMap((r) =>
      r.type === 'group' ? r.lines.map((l) => l.record.seq) : [],
    )
    t.deepEqual(
      seqs,
      [0, 1, 2, 3, 4, 5].filter((seq) => seq !== index),
    )
  }
})

test('with stop nothing of a damaged group is given', async (t) => {
  const read = await reader(t)
  const damaged = lines.with(5, (lines[5] ?? '').replace('end', 'END'))
  t.deepEqual(seqsOf(await read(bytesOf(damaged))), [[0, 1, 2], [3], 'problem'])
})

test('two damaged lines are both reported', async (t) => {
  const read = await reader(t)
  const damaged = lines.with(1, '{"a":').with(4, 'x')
  const readings = await read(bytesOf(damaged), { onProblem: 'go_on' })
  t.deepEqual(places(readings), [
    [2, 'not_json'],
    [5, 'not_json'],
  ])
})

test('a dropped, a doubled, two swapped and two glued lines are reported where they are', async (t) => {
  const read = await reader(t)
  const [a, b, c, d, e, f] = lines as [string, string, string, string, string, string]
  const first = async (given: ReadonlyArray<string>) =>
    places(await read(bytesOf(given), { onProblem: 'go_on' }))[0]
  t.deepEqual(await first([a, b, c, e, f]), [4, 'prev_mismatch'])
  t.deepEqual(await first([b, c, d, e, f]), [1, 'prev_mismatch'])
  t.deepEqual(await first([a, b, c, d, d, e, f]), [5, 'prev_mismatch'])
  t.deepEqual(await first([a, b, d, c, e, f]), [3, 'prev_mismatch'])
  t.deepEqual(await first([a, b, c, d + e, f]), [4, 'not_json'])
  t.deepEqual(await first([a, b, c, '', d, e, f]), [4, 'not_json'])
})

test('a line of another session is reported', async (t) => {
  const read = await reader(t)
  const other = linesOf(sealAll([[note('other')], [note('log')]]))
  const readings = await read(bytesOf([...lines.slice(0, 4), other[1] ?? '']))
  t.deepEqual(places(readings), [[5, 'prev_mismatch']])
})

test('a group counter that does not count down is reported, though the chain holds', async (t) => {
  const read = await reader(t)
  const [group] = sealAll([[note('a'), note('b'), note('c')]])
  const first = group?.[0]
  if (first === undefined) throw new Error('no group')
  const tip = { seq: first.record.seq, hash: first.record.hash }
  const next = linesOf(sealAll([[note('d')]], tip))
  const readings = await read(bytesOf([first.line, ...next]))
  t.deepEqual(places(readings), [[2, 'group_mismatch']])
  t.deepEqual(seqsOf(await read(bytesOf([first.line, ...next]), { onProblem: 'go_on' })), [
    [0],
    'problem',
    [1],
  ])
})

test('a tail of NULs, of invalid UTF-8 and a part of a group are torn', async (t) => {
  const read = await reader(t)
  const more = sealAll([[note('x'), note('y')]], undefined)
  for (const tail of [
    Buffer.alloc(5000),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('{"prev":"\0\0'),
  ]) {
    const readings = await read(Buffer.concat([whole, tail]))
    t.deepEqual(seqsOf(readings), [[0, 1, 2], [3], [4, 5], 'torn'])
  }
  const [part] = linesOf(more)
  const opened = await read(bytesOf([part ?? '']))
  t.is(opened[0]?.type, 'torn')
  const nulls = await read(Buffer.concat([bytesOf([part ?? '']), Buffer.alloc(4096)]))
  t.is(nulls[0]?.type === 'torn' && nulls[0].tail.offset, 0)
})

test('a file of NULs alone is one torn tail from the start', async (t) => {
  const readings = await (await reader(t))(Buffer.alloc(3000))
  t.is(readings.length, 1)
  t.is(readings[0]?.type === 'torn' && readings[0].tail.length, 3000)
})

test('lines that lie across the steps of reading are whole, with exact places', async (t) => {
  const read = await reader(t)
  const sizes = [700_000, 10, 1_048_576, 3_000_000, 1, 900_000]
  const long = linesOf(sealAll(sizes.map((size) => [note('é'.repeat(size / 2))])))
  const readings = await read(bytesOf(long))
  t.deepEqual(seqsOf(readings), [[0], [1], [2], [3], [4], [5]])
  const ends = readings.map((r) => (r.type === 'group' ? r.next.offset : 0))
  t.deepEqual(
    ends,
    long.map((_, index) => bytesOf(long.slice(0, index + 1)).length),
  )
})

test('a line over the limit is a problem when it is finished and torn when it is not', async (t) => {
  const read = await reader(t)
  const huge = Buffer.alloc(65 * 1024 * 1024)
  const unfinished = await read(Buffer.concat([whole, huge]))
  t.is(unfinished.at(-1)?.type, 'torn')
  huge[huge.length - 1] = 0x0a
  const finished = await read(Buffer.concat([whole, huge]))
  t.deepEqual(places(finished), [[7, 'line_too_long']])
})

test('an unknown event passes and is marked as not known', async (t) => {
  const read = await reader(t)
  const foreign = sealAll([[{ ...note('x'), type: 'LaterEvent' } as never]])
  const [reading] = await read(bytesOf(linesOf(foreign)))
  t.is(reading?.type === 'group' && reading.lines[0]?.known, false)
})

test('a known event of a wrong shape is a problem, and the next line is read', async (t) => {
  const read = await reader(t)
  const wrong = { type: 'NoteAdded', data: { text: 7 } } as never
  const given = bytesOf(linesOf(sealAll([[note('a')], [wrong], [note('b')]])))
  const readings = await read(given, { onProblem: 'go_on' })
  t.deepEqual(seqsOf(readings), [[0], 'problem', [2]])
  t.deepEqual(places(readings), [[2, 'event_shape']])
})

test('a missing file, a folder and a file shorter than the place to go on are unreadable', async (t) => {
  const folder = await ownFolder(t)
  t.deepEqual(places(await readFileAt(join(folder, 'none.jsonl'))), [[1, 'unreadable']])
  t.deepEqual(places(await readFileAt(folder)), [[1, 'unreadable']])
  const path = join(folder, 'short.jsonl')
  await writeFile(path, 'x')
  const from = { offset: 5, line: 3, before: undefined }
  t.deepEqual(places(await readFileAt(path, { from })), [[3, 'unreadable']])
})

test('reading changes no time of the file', async (t) => {
  const path = join(await ownFolder(t), 'log.jsonl')
  await writeFile(path, whole)
  await utimes(path, 1000, 1000)
  const before = await stat(path, { bigint: true })
  await readFileAt(path)
  const after = await stat(path, { bigint: true })
  t.is(after.mtimeNs, before.mtimeNs)
  t.is(after.ctimeNs, before.ctimeNs)
  if (process.platform === 'linux') t.is(after.atimeNs, before.atimeNs)
})

test('a reader that is left early closes its file', async (t) => {
  const path = join(await ownFolder(t), 'log.jsonl')
  await writeFile(path, whole)
  const readings = logReader(sha256).read(path)[Symbol.asyncIterator]()
  t.is((await readings.next()).value?.type, 'group')
  if (process.platform === 'linux') t.is(openOf(path).length, 1)
  await readings.return?.()
  t.is(openOf(path).length, 0)
})

const openOf = (path: string): ReadonlyArray<string> =>
  existsSync('/proc/self/fd')
    ? readdirSync('/proc/self/fd').filter((fd) => targetOf(fd) === path)
    : []

const targetOf = (fd: string): string | undefined => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return undefined
  }
}
