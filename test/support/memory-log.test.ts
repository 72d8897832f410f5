import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { eventLogContract } from '../contract/event-log.js'
import { memoryLog } from './memory-log.js'

eventLogContract('memory log', async () => {
  const log = memoryLog()
  return { ...log, log, lines: async () => log.lines() }
})

test('the n-th append fails, then as many reopens as asked, then all goes on', async (t) => {
  const log = memoryLog({ failAt: [2], reopensThatFail: 2 })
  t.true(E.isRight(await log.append(['a'])()))
  t.true(E.isLeft(await log.append(['b'])()))
  t.true(E.isLeft(await log.reopen()()))
  t.true(E.isLeft(await log.reopen()()))
  t.true(E.isRight(await log.reopen()()))
  t.true(E.isRight(await log.append(['c'])()))
  t.deepEqual(log.lines(), ['a', 'c'])
  t.is(log.batches(), 2)
})

test('appends that were refused as poisoned do not count', async (t) => {
  const log = memoryLog({ failAt: [1, 2] })
  await log.append(['a'])()
  await log.append(['b'])()
  await log.reopen()()
  t.true(E.isLeft(await log.append(['c'])()))
  await log.reopen()()
  t.true(E.isRight(await log.append(['d'])()))
})

test('a log that is carried on keeps the lines it had', async (t) => {
  const log = memoryLog({ lines: ['a'] })
  await log.append(['b'])()
  t.deepEqual(log.lines(), ['a', 'b'])
  t.is(log.size(), 4)
})
