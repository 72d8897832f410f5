import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { logReader } from '../../../adapters/log/read-groups.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { verifyMany } from '../../../cli/sessions/verify-many.js'
import { verifySession } from '../../../cli/sessions/verify-session.js'
import { limits } from '../../../domain/limits.js'
import type { LogReader } from '../../../domain/ports.js'
import { sampleLines, smallSizes } from '../../bench/sample-logs.js'
import { ownFolder } from '../../support/sample-log.js'
import { firstTurn, type StoryLog, someSession, storyLog, wholeTurn } from '../../support/story.js'

const reader = logReader(sha256)

const placeOf = ({ session, path }: Pick<StoryLog, 'session' | 'path'>) => ({
  session,
  log: path,
  folder: join(path, '..', 'none'),
})

// A log of which the last group is half written, and the rest of it.
const halfWritten = async (t: ExecutionContext) => {
  const story = await storyLog(await ownFolder(t), someSession(1))
  const before = (await readFile(story.path)).length
  for (const group of wholeTurn(2, 'And?', 'Well.').slice(0, 1)) await story.add(...group)
  const all = await readFile(story.path)
  await writeFile(story.path, all.subarray(0, before + 100))
  return { place: placeOf(story), rest: all.subarray(before + 100) }
}

test('a group that a live Pod is writing is not torn: the log is checked to its last whole one', async (t) => {
  const { place, rest } = await halfWritten(t)
  let reads = 0
  const writing: LogReader = {
    read: async function* (path, options) {
      reads += 1
      if (reads === 2) await appendFile(path, rest)
      yield* reader.read(path, options)
    },
  }

  const report = await verifySession(writing, place, { isLive: true })

  t.like(report, { intact: true, records: 8, problems: [] })
  t.is(reads, 2)
})

test('what stays unfinished at the end of a live log is torn, as it is in any other', async (t) => {
  const { place } = await halfWritten(t)
  let reads = 0
  const counted: LogReader = {
    read: (path, options) => {
      reads += 1
      return reader.read(path, options)
    },
  }

  t.like(await verifySession(counted, place), { records: 6, problems: [{ kind: 'torn_tail' }] })
  t.is(reads, 1)
  const live = await verifySession(counted, place, { isLive: true })
  t.like(live, { intact: true, records: 6, problems: [{ kind: 'torn_tail', line: 7 }] })
  t.is(reads, 2 + limits.liveEndLooks)
})

test('of many problems the first are told and the rest is counted', async (t) => {
  const story = await storyLog(await ownFolder(t), someSession(1))
  const more = 20
  await appendFile(story.path, 'x\n'.repeat(limits.problemsTold + more))

  const report = await verifySession(reader, placeOf(story))

  t.is(report.problems.length, limits.problemsTold)
  t.is(report.problems_left_out, more)
  t.deepEqual(report.last_good, story.tip())
})

test('a long log is read through one buffer, and its progress is told by its bytes', async (t) => {
  const path = join(await ownFolder(t), 'long.jsonl')
  const lines = [...sampleLines({ bytes: 9 * limits.logStepBytes, sizes: smallSizes, seed: 1 })]
  const bytes = Buffer.from(lines.flat().join('\n').concat('\n'))
  await writeFile(path, bytes)
  const large = new Set<ArrayBufferLike>()
  const watching = logReader((content) => {
    if (typeof content !== 'string' && content.buffer.byteLength >= limits.logStepBytes)
      large.add(content.buffer)
    return sha256(content)
  })
  const told: number[] = []

  const report = await verifySession(
    watching,
    { session: someSession(1), log: path, folder: join(path, '..', 'none') },
    { onAdvance: (offset) => told.push(offset) },
  )

  t.is(report.records, lines.flat().length)
  t.is(large.size, 1)
  t.is(told.length, Math.floor(bytes.length / limits.logStepBytes))
  t.deepEqual(
    told,
    [...told].sort((a, b) => a - b),
  )
})

const severalLogs = async (t: ExecutionContext) => {
  const root = await ownFolder(t)
  const stories = [1, 2, 3, 4].map((n) => storyLog(root, someSession(n), firstTurn(someSession(n))))
  const [good, damaged, gone, last] = await Promise.all(stories)
  await writeFile(damaged?.path ?? '', 'no log\n')
  await rm(gone?.path ?? '')
  return [good, damaged, gone, last].flatMap((story, index) =>
    story === undefined ? [] : [{ place: placeOf(story), bytes: index * 100, isLive: false }],
  )
}

test('threads give the same reports in the same order, and a bad log hides no other', async (t) => {
  const tasks = await severalLogs(t)
  const outcomes = []
  for (const threads of [1, 3]) {
    const told: string[] = []
    let bytes = 0
    const reports = await verifyMany(
      tasks,
      {
        onReport: async ({ session }) => void told.push(session),
        onAdvance: (more) => {
          bytes += more
        },
      },
      threads,
    )
    t.deepEqual(
      told,
      tasks.map(({ place }) => place.session),
    )
    t.true(bytes >= 600)
    outcomes.push(reports)
  }
  t.deepEqual(outcomes[0], outcomes[1])
  t.deepEqual(
    outcomes[0]?.map(({ intact, problems }) => [intact, problems[0]?.kind]),
    [
      [true, undefined],
      [false, 'not_json'],
      [false, 'unreadable'],
      [true, undefined],
    ],
  )
})

test('a log that could not be checked says so, and the others are checked', async (t) => {
  const tasks = await severalLogs(t)
  const [first, ...others] = tasks
  const broken = { ...first, place: { ...first?.place, folder: () => 'cannot be sent' } } as never

  const reports = await verifyMany(
    [broken, ...others],
    { onReport: async () => undefined, onAdvance: () => undefined },
    2,
  )

  t.is(reports.length, 4)
  t.like(reports[0], { intact: false, complete: 'unknown', repairs: {} })
  t.regex(reports[0]?.problems[0]?.message ?? '', /^it was not checked: /)
  t.true(reports[3]?.intact)
})
