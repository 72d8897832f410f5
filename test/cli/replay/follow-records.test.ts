import { appendFile, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { logReader } from '../../../adapters/log/read-groups.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { followRecords } from '../../../cli/replay/follow-records.js'
import type { LogReading } from '../../../domain/log/reading.js'
import { eventually } from '../../support/eventually.js'
import { ownFolder } from '../../support/sample-log.js'
import { asked, firstTurn, someSession, storyLog, submitted } from '../../support/story.js'

const given = async (t: ExecutionContext) => {
  const story = await storyLog(await ownFolder(t), someSession(1))
  const controller = new AbortController()
  const told: Array<string> = []
  const give = async (reading: LogReading) => {
    if (reading.type === 'group') told.push(reading.lines.map(({ record }) => record.seq).join('+'))
    if (reading.type === 'problem') told.push(reading.problem.kind)
    return !controller.signal.aborted
  }
  const ended = followRecords({
    reader: logReader(sha256),
    log: story.path,
    begin: async () => {
      told.push('begin')
      return give
    },
    say: async (sentence) => void told.push(sentence),
    interrupted: controller.signal,
  })
  const stop = async () => {
    controller.abort()
    await ended
  }
  t.teardown(stop)
  await eventually(() => told.length === 3)
  return { story, told, stop }
}

test('what is there is given, then each group when it is whole', async (t) => {
  const { story, told } = await given(t)
  t.deepEqual(told, ['begin', '0+1+2+3', '4+5'])

  const before = await readFile(story.path)
  await story.add(submitted(2, 'more'), asked(2))
  const whole = await readFile(story.path)
  await eventually(() => told.length === 4)
  t.is(told[3], '6+7')
  t.true(whole.length > before.length)
})

test('a group is given once it is whole, however its bytes arrive', async (t) => {
  const { story, told } = await given(t)
  const copy = await storyLog(await ownFolder(t), someSession(1))
  const { length } = await readFile(copy.path)
  await copy.add(submitted(2, 'more'), asked(2))
  const more = (await readFile(copy.path)).subarray(length)

  for (const half of [more.subarray(0, 300), more.subarray(300, -1), more.subarray(-1)])
    await appendFile(story.path, half)

  await eventually(() => told.length === 4)
  t.deepEqual(told.slice(3), ['6+7'])
})

test('a damaged line is told once, and what comes after it', async (t) => {
  const { story, told } = await given(t)

  await appendFile(story.path, 'no record\n')
  await eventually(() => told.length === 4)
  await story.add(submitted(2, 'more'), asked(2))
  await eventually(() => told.length === 5)

  t.deepEqual(told.slice(3), ['not_json', '6+7'])
})

test('a log that has become shorter is said and told from its start', async (t) => {
  const { story, told } = await given(t)
  const text = await readFile(story.path, 'utf8')
  const lines = text.split('\n')

  await truncate(story.path, Buffer.byteLength(`${lines.slice(0, 4).join('\n')}\n`))
  await eventually(() => told.length === 6)

  t.regex(told[3] ?? '', /The log has \d+ bytes and had \d+: records that were told are gone/)
  t.deepEqual(told.slice(4), ['begin', '0+1+2+3'])
})

test('a log in whose place another one has come is said and told from its start', async (t) => {
  const { story, told } = await given(t)
  const other = await storyLog(await ownFolder(t), someSession(1), [
    ...firstTurn(someSession(1), 'Another?'),
    [submitted(2, 'x'), asked(2)],
  ])

  await rename(other.path, story.path)
  await eventually(() => told.length === 8)

  t.is(told[3], 'The log was replaced by another file. It is told from its start.')
  t.deepEqual(told.slice(4), ['begin', '0+1+2+3', '4+5', '6+7'])
})

test('a log that is gone is said once, and told when there is one again', async (t) => {
  const { story, told } = await given(t)
  const bytes = await readFile(story.path)

  await rm(story.path)
  await eventually(() => told.length === 4)
  t.regex(told[3] ?? '', /^The log is gone: /)
  await writeFile(join(`${story.path}.new`), bytes)
  await rename(`${story.path}.new`, story.path)
  await eventually(() => told.length === 8)
  t.deepEqual(told.slice(5), ['begin', '0+1+2+3', '4+5'])
})

test('it ends when it is told to', async (t) => {
  const { stop } = await given(t)
  await t.notThrowsAsync(stop())
})
