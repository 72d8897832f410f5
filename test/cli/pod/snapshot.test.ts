import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import type { AskedPage } from '../../../cli/pod/history-page.js'
import { limits } from '../../../domain/limits.js'
import type { History } from '../../../domain/protocol/notification.js'
import { evolveAll } from '../../../domain/session/evolve.js'
import { addUsage } from '../../../domain/session/usage.js'
import { type LiveSession, liveSession, submit } from '../../support/live-session.js'
import { memoryLog } from '../../support/memory-log.js'
import { call, text } from '../../support/scripted-model.js'

test('a snapshot in the middle of a reply holds what is streaming', async (t) => {
  const session = liveSession()
  await session.run('one')
  const request = await session.model.request(1)
  t.deepEqual(session.loop.snapshot().in_flight, { round: 1, blocks: [], calls: [] })
  request.stream({ kind: 'thinking', block: 0, text: 'Let me ' })
  request.stream({ kind: 'thinking', block: 0, text: 'see.' })
  request.stream({ kind: 'text', block: 1, text: 'It ' })
  request.stream({ kind: 'text', block: 1, text: 'is' })
  await session.nth('text_delta', 2)
  const { in_flight: inFlight, status, records } = session.loop.snapshot()
  t.is(status, 'running')
  t.is(records.at(-1)?.type, 'RoundStarted')
  t.like(inFlight?.blocks[0], { block: 0, kind: 'thinking', text: 'Let me see.' })
  t.like(inFlight?.blocks[1], { block: 1, kind: 'text', text: 'It is' })

  request.reply([text('It is so.')])
  await session.nth('run_end', 1)
  t.is(session.loop.snapshot().in_flight, null)
})

test('a snapshot in the middle of a call names it, and nothing of the reply is doubled', async (t) => {
  const session = liveSession()
  await session.run('one')
  const request = await session.model.request(1)
  request.stream({ kind: 'text', block: 0, text: 'I run it.' })
  await session.nth('text_delta', 1)
  request.reply([text('I run it.'), call('Bash', { command: 'make' })])
  await session.tools.running(1)
  const { in_flight: inFlight, items } = session.loop.snapshot()
  t.deepEqual(inFlight?.blocks, [])
  t.like(inFlight?.calls[0], { name: 'Bash', output: '' })
  t.is(items.length, 2)
})

test('a Pod that takes up a broken-off turn shows it at rest, with nothing in flight', async (t) => {
  const broken = liveSession()
  await broken.run('one')
  ;(await broken.model.request(1)).reply([call('Bash', { command: 'make' })])
  await broken.tools.running(1)
  const session = liveSession({ log: memoryLog({ lines: broken.log.lines() }) })
  const snapshot = session.loop.snapshot()
  t.is(snapshot.status, 'paused')
  t.is(snapshot.in_flight, null)
  t.deepEqual(session.log.lines(), broken.log.lines())
})

test('a snapshot counts the tokens of all requests, also of one that a stop cut off', async (t) => {
  const session = liveSession()
  await session.run('one')
  const first = await session.model.request(1)
  first.reply([text('an answer')])
  await session.nth('run_end', 1)
  const before = session.loop.snapshot().usage
  t.truthy(before?.output)
  await session.run('two')
  const second = await session.model.request(2)
  second.stream({ kind: 'text', block: 0, text: 'half' })
  const usage = { input: 30, output: 7, cache_read: 0, cache_write: 0 }
  second.stream({ kind: 'usage', usage })
  await session.nth('usage', 1)
  await session.ask({ method: 'pause', by: 'host' })
  await session.nth('run_end', 2)
  const after = session.loop.snapshot().usage
  t.deepEqual(after, before && addUsage(before, usage))
})

test('what is told after a snapshot goes on from it without gap or double', async (t) => {
  const session = liveSession()
  await session.run('one')
  const request = await session.model.request(1)
  request.stream({ kind: 'text', block: 0, text: 'half' })
  await session.nth('text_delta', 1)
  const snapshot = session.loop.snapshot()
  const told = session.told.length
  request.reply([text('half and half')])
  await session.nth('run_end', 1)
  const later = session.told
    .slice(told)
    .flatMap((one) => (one.event === 'record' ? [one.data] : []))
  t.is(later[0]?.seq, (snapshot.tip?.seq ?? -1) + 1)
  t.deepEqual([...snapshot.records, ...later], session.records() as object[])
})

test('the pages of the history join to the whole log, each within its limits', async (t) => {
  const session = await longSession(130)
  const all = session.records()
  t.true(all.length > 2 * limits.historyLimitDefault)
  for (const limit of [undefined, 1, 7, limits.historyLimitMax, 10 * limits.historyLimitMax]) {
    const pages = await pagesOf(session, limit)
    t.deepEqual(
      pages.flatMap(({ records }) => records),
      all as object[],
      `limit ${limit}`,
    )
    const most = Math.min(limit ?? limits.historyLimitDefault, limits.historyLimitMax)
    t.true(pages.every(({ records }) => records.length <= most))
    t.true(pages.every(({ total }) => total === all.length))
    const items = pages.flatMap((page) => page.items)
    t.deepEqual(items, session.loop.snapshot().items as object[])
    t.is(pages.flatMap((page) => page.segments).length, 130)
  }
  t.deepEqual((await pageOf(session, { before: 0 })).records, [])
  t.is((await pageOf(session, { before: 10 ** 9 })).records.at(-1)?.seq, all.length - 1)
})

test('a record that is larger than a page still comes, alone', async (t) => {
  const session = liveSession()
  const words = 'x'.repeat(limits.snapshotBytesMax + 1)
  await session.run(words)
  ;(await session.model.request(1)).reply([text('long')])
  await session.nth('run_end', 1)
  const seq = session.types().indexOf('InputSubmitted')
  const page = await pageOf(session, { before: seq + 1 })
  t.is(page.from, seq)
  t.is(page.records.length, 1)
  t.true(session.loop.snapshot().records.every((record) => record.seq > seq))
  t.is(evolveAll(session.records()).conversation.turn, undefined)
})

const longSession = async (turns: number): Promise<LiveSession> => {
  const session = liveSession()
  for (let n = 1; n <= turns; n += 1) {
    await session.ask(submit('run', `turn ${n}`))
    ;(await session.model.request(n)).reply([text(`reply ${n}`)])
    await session.nth('run_end', n)
    await session.nth('status', 2 * n)
  }
  return session
}

const pageOf = async (session: LiveSession, asked: AskedPage): Promise<History> => {
  const page = await session.loop.history(asked)
  if (E.isLeft(page)) throw new Error(page.left.message)
  return page.right
}

const pagesOf = async (session: LiveSession, limit: number | undefined) => {
  const ask = limit === undefined ? {} : { limit }
  const pages = [await pageOf(session, ask)]
  while ((pages[0]?.from ?? 0) > 0)
    pages.unshift(await pageOf(session, { ...ask, before: pages[0]?.from ?? 0 }))
  return pages
}
