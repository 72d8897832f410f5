import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { watchRequest } from '../../../../adapters/model/anthropic/request-watch.js'

const impatient = { firstByteTimeoutMs: 1, idleTimeoutMs: 1 }
const patient = { firstByteTimeoutMs: 50_000, idleTimeoutMs: 50_000 }

test('after the cut no silence counts any more', async (t) => {
  const watch = watchRequest(impatient, new AbortController().signal)

  watch.cut()
  watch.requestLeaves()
  watch.headersCame()

  t.true(watch.signal.aborted)
  t.is(await Promise.race([watch.givenUp, sleep(30, 'nothing')]), 'nothing')
})

test('the first reason to give up is the one that counts', async (t) => {
  const stop = new AbortController()
  const watch = watchRequest(impatient, stop.signal)
  watch.requestLeaves()
  await watch.givenUp

  stop.abort()

  t.deepEqual(await watch.givenUp, { kind: 'first_byte_timeout', waitedMs: 1 })
})

test('a stop is heard at once, before anything else runs', (t) => {
  const stop = new AbortController()
  const watch = watchRequest(patient, stop.signal)
  watch.requestLeaves()

  stop.abort()

  t.true(watch.signal.aborted)
})

test('a stop after the whole reply cuts nothing', (t) => {
  const stop = new AbortController()
  const watch = watchRequest(patient, stop.signal)

  watch.replyIsWhole()
  stop.abort()

  t.false(watch.signal.aborted)
})
