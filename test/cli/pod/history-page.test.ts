import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { newestOf } from '../../../cli/pod/newest-records.js'
import { type ReadSession, readSession } from '../../../cli/pod/read-session.js'
import { serveLoop } from '../../../cli/pod/serve-loop.js'
import { clientId, type SessionId } from '../../../domain/ids.js'
import { limits } from '../../../domain/limits.js'
import { toArray } from '../../../domain/list.js'
import type { LogRecord } from '../../../domain/log/record.js'
import type { Method } from '../../../domain/protocol/method.js'
import type { History, Notification } from '../../../domain/protocol/notification.js'
import { evolveAll } from '../../../domain/session/evolve.js'
import { smallSizes, writeSampleLog } from '../../bench/sample-logs.js'
import { type LiveSession, liveSession, submit } from '../../support/live-session.js'
import { memoryLog } from '../../support/memory-log.js'
import { reader } from '../../support/projecting.js'
import { bytesOf } from '../../support/sample-log.js'
import { text } from '../../support/scripted-model.js'
import { tempHome } from '../../support/temp-home.js'

const pageOf = async ({ loop }: LiveSession, before?: number, limit?: number): Promise<History> => {
  const asked = { ...(before === undefined ? {} : { before }), ...(limit ? { limit } : {}) }
  const page = await loop.history(asked)
  if (E.isLeft(page)) throw new Error(page.left.message)
  return page.right
}

const readWhole = async (path: string): Promise<ReadSession> => {
  const read = await readSession(reader, path)
  if (E.isLeft(read)) throw new Error(read.left.message)
  return read.right
}

test('of a log of 100,000 records a Pod holds the fold, 8 bytes a record and the newest ones', async (t) => {
  // given a long log, and one that is hardly longer than what a snapshot takes
  const home = await tempHome(t)
  const sample = { sizes: smallSizes, seed: 1 }
  const long = await writeSampleLog(home, { ...sample, bytes: 42_000_000 })
  const short = await writeSampleLog(home, { ...sample, seed: 2, bytes: 3_000_000 })
  // when a Pod reads them
  const [ofLong, ofShort] = [await readWhole(long), await readWhole(short)]
  // then what it holds of records does not grow with the log
  t.true(ofLong.starts.count() > 100_000)
  const held = [ofLong, ofShort].map(({ newest }) => newestOf(newest))
  for (const records of held) {
    const bytes = bytesOf(records.map((record) => JSON.stringify(record))).length
    t.true(bytes >= limits.snapshotBytesMax && bytes <= 2 * limits.snapshotBytesMax + 1000)
  }
  t.is(held[0]?.at(-1)?.seq, ofLong.starts.count() - 1)
})

test('what a Pod folds and keeps of a log is what all of its records give', async (t) => {
  const session = await talked(12)
  const path = join(await tempHome(t), 'log.jsonl')
  await writeFile(path, bytesOf(session.log.lines()))
  const read = await readWhole(path)
  const records = session.records()
  t.deepEqual(read.followed.state.state, evolveAll(records))
  t.deepEqual(newestOf(read.newest), records as LogRecord[])
  t.deepEqual(
    records.map(({ seq }) => read.starts.of(seq)),
    records.map(({ seq }) => bytesOf(session.log.lines().slice(0, seq)).length),
  )
})

test('a page over a turn that was taken back has its records and none of its items', async (t) => {
  const session = await talked(2)
  await session.run('never mind')
  await session.model.request(3)
  await session.pause()
  await session.nth('run_end', 3)
  const { records, items, from, total } = await pageOf(session)
  t.is(from, 0)
  t.is(total, session.records().length)
  t.deepEqual(records, session.records() as LogRecord[])
  t.true(records.some(({ type }) => type === 'HeadReset'))
  const { conversation } = evolveAll(session.records())
  t.deepEqual(items, toArray(conversation.items) as object[])
  t.is(items.length, 4)
})

test('pages that are asked for while turns are appended join to the log without gap or double', async (t) => {
  const session = liveSession()
  for (let n = 1; n <= 20; n += 1) {
    const asked = pageOf(session, undefined, 5)
    await session.ask(submit('run', `turn ${n}`))
    const during = pageOf(session, undefined, 5)
    ;(await session.model.request(n)).reply([text(`reply ${n}`)])
    const after = pageOf(session, undefined, 5)
    await session.nth('status', 2 * n)
    for (const { records, from, total } of [await asked, await during, await after])
      t.deepEqual(records, session.records().slice(from, total) as LogRecord[])
  }
})

const talked = async (turns: number): Promise<LiveSession> => {
  const session = liveSession()
  for (let n = 1; n <= turns; n += 1) {
    await session.ask(submit('run', `turn ${n}`))
    ;(await session.model.request(n)).reply([text(`reply ${n}`)])
    await session.nth('status', 2 * n)
  }
  return session
}

const damaged = { message: 'The log was damaged since this Pod read it (line 2, byte 9: …).' }

// A Pod whose log cannot be read back, and a client that asks it.
const besideDamage = async () => {
  const log = memoryLog({ lines: (await talked(2)).log.lines() })
  let reads = 0
  const page = () => async () => {
    reads += 1
    return E.left(damaged)
  }
  const session = liveSession({ log: { ...log, page } })
  const identity = { yoi: '0', pod: 'a', session: 's' as SessionId, pid: 1 }
  const host = serveLoop(session.loop, identity, { readOnly: false, alerts: () => [] })
  const heard: Notification[] = []
  const ask = (method: Method, isGone = false) =>
    new Promise<Notification>((resolve) => {
      const send = (answer: Notification) => {
        heard.push(answer)
        resolve(answer)
      }
      host.receive({ id: clientId(1), send, isGone: () => isGone }, method)
    })
  return { session, ask, heard, reads: () => reads }
}

test('a page of a damaged log is an error to who asks, one alert to all, and the Pod goes on', async (t) => {
  const { session, ask } = await besideDamage()
  for (const id of ['p1', 'p2']) {
    const answer = await ask({ method: 'get_history', id })
    t.deepEqual(answer, { event: 'error', data: { code: 'storage_failed', ...damaged, id } })
  }
  const alerts = session.told.filter(({ event }) => event === 'alert')
  t.like(alerts, [{ data: { level: 'error', code: 'log_unreadable', ...damaged } }])
  t.is(alerts.length, 1)
  await session.run('go on')
  ;(await session.model.request(1)).reply([text('yes')])
  t.is((await session.nth('run_end', 1)).data.result, 'finished')
})

test('a client that asks for too many pages at once is refused more, until it has them', async (t) => {
  const { ask } = await besideDamage()
  const flood = Array.from({ length: limits.historyCallsMax + 1 }, (_, n) =>
    ask({ method: 'get_history', id: `p${n}` }),
  )
  const answers = await Promise.all(flood)
  const codes = answers.map(
    ({ event, data }) => event === 'error' && (data as { code: string }).code,
  )
  t.deepEqual(codes.slice(0, -1), codes.slice(0, -1).fill('storage_failed'))
  t.is(codes.at(-1), 'invalid_request')
  t.like(await ask({ method: 'get_history', id: 'later' }), { data: { code: 'storage_failed' } })
})

test('no page is read for a client that is gone', async (t) => {
  const { ask, reads } = await besideDamage()
  void ask({ method: 'get_history', id: 'gone' }, true)
  await ask({ method: 'get_history', id: 'there' })
  t.is(reads(), 1)
})
