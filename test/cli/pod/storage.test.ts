import test, { type ExecutionContext } from 'ava'
import { breaksAt, verifies } from '../../support/failing-log.js'
import { type LiveSession, liveSession, submit } from '../../support/live-session.js'
import { memoryLog } from '../../support/memory-log.js'
import { call, text } from '../../support/scripted-model.js'
import { resultsTold, toldOf, toldRecords } from '../../support/told.js'

// The appends of a turn of two rounds with one call, and what each brings into the world.
const rows = [
  { n: 1, writes: 'the Submit and its request', sent: 0, ran: 0, told: 0 },
  { n: 2, writes: 'the reply and the start of its call', sent: 1, ran: 0, told: 4 },
  { n: 3, writes: 'the result and the second request', sent: 1, ran: 1, told: 6 },
  { n: 4, writes: 'the last reply and the ending', sent: 2, ran: 1, told: 8 },
]

for (const { n, writes, ...world } of rows)
  test(`when append ${n} fails (${writes}), nothing that follows from it happens`, async (t) => {
    const session = liveSession({ log: breaksAt(n) })
    await playUntilBroken(session, n)

    t.is(session.model.sent.length, world.sent)
    t.is(session.tools.ran.length, world.ran)
    t.deepEqual(toldRecords(session), session.records())
    t.is(toldRecords(session).length, world.told)
    t.is(toldOf(session, 'run_end').length, 0)
    t.is((await session.nth('alert', 1)).data.code, 'storage_failed')
    t.is(toldOf(session, 'status').at(-1)?.data.storage, 'failed')
    t.is(session.loop.snapshot().storage, 'failed')
    await inputsAreRefused(t, session)

    session.log.mend()
    await (n === 1 ? startsAnew(t, session) : goesOn(t, session))
    t.is(session.tools.ran.length, 1, 'the call ran once')
    t.is(toldOf(session, 'status').at(-1)?.data.storage, undefined)
    t.is(session.loop.snapshot().storage, undefined)
    t.deepEqual(toldRecords(session), session.records())
    await verifies(t, session.log.lines())
  })

const playUntilBroken = async (session: LiveSession, n: number): Promise<void> => {
  const answer = await session.run('read it')
  if (n > 1) (await session.model.request(1)).reply([text('I look.'), call('Read', { path: 'a' })])
  if (n > 2) (await session.tools.running(1)).finish({ content: 'what was read' })
  if (n > 3) (await session.model.request(2)).reply([text('That is it.')])
  await session.nth('alert', 1)
  if (n === 1 && answer._tag === 'Right') throw new Error('acknowledged without being durable')
}

const inputsAreRefused = async (t: ExecutionContext, session: LiveSession): Promise<void> => {
  const before = session.log.lines().length
  const told = toldRecords(session).length
  const answers = await Promise.all([
    session.run('and this'),
    session.ask(submit('queue', 'and that')),
    session.ask({ method: 'notify', message: 'news', autoRun: true }),
    session.pause(),
    session.resume(),
  ])
  for (const answer of answers)
    t.is(answer._tag === 'Left' && answer.left.code, 'storage_failed', JSON.stringify(answer))
  t.is(session.log.lines().length, before)
  t.is(toldRecords(session).length, told)
}

// The first Submit was never accepted: it is sent again by whoever kept its text.
const startsAnew = async (t: ExecutionContext, session: LiveSession): Promise<void> => {
  t.is((await session.run('read it'))._tag, 'Right')
  await playToTheEnd(session)
  t.deepEqual(resultsTold(session), ['finished'])
}

const goesOn = async (t: ExecutionContext, session: LiveSession): Promise<void> => {
  const cut = session.model.sent.at(-1)
  const requests = session.model.sent.length
  t.is((await session.resume())._tag, 'Right')
  t.is((await session.nth('run_end', 1)).data.result, 'paused')
  t.true(session.records().some(({ data }) => 'by' in data && data.by === 'storage'))
  const again = await session.model.request(requests + 1)
  const unanswered = session.tools.ran.length === 0 || requests === 2
  if (unanswered) t.is(JSON.stringify(again.body), JSON.stringify(cut?.body))
  else t.regex(JSON.stringify(again.body), /what was read/)
  await playToTheEnd(session)
  t.deepEqual(resultsTold(session), ['paused', 'finished'])
}

const playToTheEnd = async (session: LiveSession): Promise<void> => {
  if (session.tools.ran.length === 0) {
    session.model.sent.at(-1)?.reply([text('I look.'), call('Read', { path: 'a' })])
    const requests = session.model.sent.length
    ;(await session.tools.running(1)).finish({ content: 'what was read' })
    await session.model.request(requests + 1)
  }
  const ends = resultsTold(session).length
  session.model.sent.at(-1)?.reply([text('That is it.')])
  await session.nth('run_end', ends + 1)
  await session.nth('status', toldOf(session, 'status').length)
}

test('a log that breaks under a streaming reply stops it, and resume sends it again', async (t) => {
  const session = liveSession({ log: breaksAt(2) })
  await session.run('one')
  const request = await session.model.request(1)
  request.stream({ kind: 'text', block: 0, text: 'so ' })
  await session.nth('text_delta', 1)

  const queued = await session.ask(submit('queue', 'two'))
  t.is(queued._tag === 'Left' && queued.left.code, 'storage_failed')
  t.true(request.aborted())
  request.stream({ kind: 'text', block: 0, text: 'late' })
  t.is(toldOf(session, 'text_delta').length, 1)
  t.is(toldOf(session, 'run_end').length, 0)

  session.log.mend()
  await session.resume()
  const again = await session.model.request(2)
  t.is(JSON.stringify(again.body), JSON.stringify(request.body))
  again.reply([text('so it is')])
  await session.nth('run_end', 2)
  t.deepEqual(resultsTold(session), ['paused', 'finished'])
  await verifies(t, session.log.lines())
})

test('what a tool gave while the log was broken is recorded with the cure', async (t) => {
  const session = liveSession({ log: breaksAt(3) })
  await session.run('run it')
  ;(await session.model.request(1)).reply([call('Bash', { command: 'make' })])
  const bash = await session.tools.running(1)
  await session.ask(submit('queue', 'two'))
  t.true(bash.aborted())
  // Its report has arrived when one more input was refused.
  await session.ask(submit('queue', 'three'))

  session.log.mend()
  await session.resume()
  const result = session.records().find(({ type }) => type === 'ToolCallCompleted')
  t.is(result?.type === 'ToolCallCompleted' && result.data.outcome, 'interrupted')
  ;(await session.model.request(2)).reply([text('It was stopped.')])
  await session.nth('run_end', 2)
  t.is(session.tools.ran.length, 1)
  await verifies(t, session.log.lines())
})

test('the cure comes by itself, without an input', async (t) => {
  const session = liveSession({ log: memoryLog({ failAt: [2], reopensThatFail: 1 }) })
  await session.run('one')
  ;(await session.model.request(1)).reply([text('done')])
  await session.nth('alert', 1)
  t.is((await session.nth('run_end', 1)).data.result, 'paused')
  t.is((await session.nth('alert', 2)).data.code, 'storage_recovered')
  t.is(toldOf(session, 'status').at(-1)?.data.status, 'paused')
})

test('an idle Pod whose log is broken leaves when it is told to', async (t) => {
  const session = liveSession({ log: breaksAt(1) })
  await session.run('one')
  t.is((await session.ask({ method: 'shutdown', by: 'host' }))._tag, 'Right')
  await session.loop.left
  t.is(toldOf(session, 'shutdown').length, 1)
  t.deepEqual(session.log.lines(), [])
})

test('a shutdown that finds the log broken is honoured without a record', async (t) => {
  const session = liveSession({ log: breaksAt(3) })
  await session.run('one')
  ;(await session.model.request(1)).reply([text('done')])
  await session.nth('run_end', 1)
  t.is((await session.ask({ method: 'shutdown', by: 'signal' }))._tag, 'Right')
  await session.loop.left
  t.deepEqual(
    toldOf(session, 'shutdown').map(({ data }) => data.by),
    ['storage'],
  )
  await verifies(t, session.log.lines())
})

test('a Pod that waits for a tool in order to leave, leaves when the log then breaks', async (t) => {
  const session = liveSession({ log: breaksAt(4) })
  await session.run('run it')
  ;(await session.model.request(1)).reply([call('Bash', { command: 'make' })])
  await session.tools.running(1)
  t.is((await session.ask({ method: 'shutdown', by: 'signal' }))._tag, 'Right')
  await session.loop.left
  t.is((await session.nth('alert', 1)).data.code, 'storage_failed')
  t.is(toldOf(session, 'shutdown').length, 1)
  await verifies(t, session.log.lines())
})
