import test from 'ava'
import type { HookAnswer } from '../../../domain/hook.js'
import { toArray } from '../../../domain/list.js'
import { evolveAll } from '../../../domain/session/evolve.js'
import { gatedLog } from '../../support/gated-log.js'
import { type LiveSession, liveSession, submit } from '../../support/live-session.js'
import { call, text } from '../../support/scripted-model.js'
import { scriptedTools } from '../../support/scripted-tools.js'
import { settled } from '../../support/stop-story.js'

const inTools = async (session: LiveSession, ...names: ReadonlyArray<string>): Promise<void> => {
  await session.run('work')
  const calls = names.map((name, n) => call(name, { n }, `c${n}`))
  ;(await session.model.request(1)).reply(calls)
  await session.tools.running(1)
}

const outcomes = (session: LiveSession): ReadonlyArray<string> =>
  session.records().flatMap((one) => (one.type === 'ToolCallCompleted' ? [one.data.outcome] : []))

test('a stop that awaits the model is one group; with tools its decision comes after them', async (t) => {
  const session = liveSession()
  await session.run('one')
  const first = await session.model.request(1)
  const before = session.log.batches()
  await session.pause()
  t.is(session.log.batches(), before + 1)
  t.deepEqual(session.types().slice(-2), ['StopRequested', 'HeadReset'])
  t.true(first.aborted())
  await session.run('two')
  ;(await session.model.request(2)).reply([call('Read', {})])
  const read = await session.tools.running(1)
  await session.pause()
  t.is(session.types().at(-1), 'StopRequested')
  t.like(session.loop.snapshot(), { status: 'running', stopping: 'pause' })
  read.finish()
  await session.nth('run_end', 2)
  t.deepEqual(session.types().slice(-3), ['StopRequested', 'ToolCallCompleted', 'TurnPaused'])
})

test('a short tool runs to its end in a stop and its result is recorded', async (t) => {
  const session = liveSession()
  await inTools(session, 'Read', 'Bash')
  const read = await session.tools.running(1)
  await session.pause()
  t.false(read.aborted())
  read.finish({ content: 'what it read' })
  t.is((await session.nth('run_end', 1)).data.result, 'paused')
  t.deepEqual(outcomes(session), ['ok'])
  t.is(session.tools.ran.length, 1, 'the next call stays open')
})

test('a tool that ignores everything is given up, and its late result is stale', async (t) => {
  const session = liveSession({ tools: scriptedTools({ stubborn: true }) })
  await inTools(session, 'Bash')
  const bash = await session.tools.running(1)
  await session.pause()
  t.true(bash.aborted())
  t.is((await session.nth('run_end', 1)).data.result, 'paused')
  t.deepEqual(outcomes(session), ['unknown'])
  const records = session.records().length
  bash.finish({ content: 'too late' })
  await settled()
  t.is(session.records().length, records)
  await session.resume()
  const next = await session.model.request(2)
  t.false(JSON.stringify(next.body).includes('too late'))
})

test('a cancelled turn keeps the results of tools that had finished', async (t) => {
  const session = liveSession()
  await inTools(session, 'Bash', 'Bash', 'Bash')
  ;(await session.tools.running(1)).finish({ content: 'a pull request was made' })
  await session.tools.running(2)
  await session.cancel()
  t.is((await session.nth('run_end', 1)).data.result, 'cancelled')
  t.deepEqual(outcomes(session), ['ok', 'interrupted', 'cancelled'])
  await session.run('go on')
  const next = await session.model.request(2)
  t.true(JSON.stringify(next.body).includes('a pull request was made'))
})

for (const then of ['run', 'notify'] as const)
  test(`after a cancel in a tool, a ${then} does not run its calls again`, async (t) => {
    const session = liveSession()
    await inTools(session, 'Bash', 'Bash')
    await session.cancel()
    await session.nth('run_end', 1)
    if (then === 'run') await session.run('next')
    else await session.ask({ method: 'notify', message: 'next', autoRun: true })
    ;(await session.model.request(2)).reply([text('done')])
    t.is((await session.nth('run_end', 2)).data.result, 'finished')
    t.is(session.tools.ran.length, 1)
  })

test('a pause in idle poisons nothing: the next run runs', async (t) => {
  const session = liveSession()
  for (const stop of [session.pause, session.cancel]) {
    const answer = await stop()
    t.is(answer._tag === 'Left' && answer.left.code, 'not_running')
  }
  await session.run('go')
  ;(await session.model.request(1)).reply([text('done')])
  t.is((await session.nth('run_end', 1)).data.result, 'finished')
})

test('three queued inputs are held by a pause, and run one after another after the resume', async (t) => {
  const session = liveSession()
  await session.run('zero')
  const first = await session.model.request(1)
  first.stream({ kind: 'text', block: 0, text: 'w' })
  for (const words of ['one', 'two', 'three']) await session.ask(submit('queue', words))
  await session.pause()
  await session.nth('run_end', 1)
  t.is(session.loop.snapshot().queue.length, 3)
  await session.resume()
  for (const n of [2, 3, 4, 5]) {
    const request = await session.model.request(n)
    request.reply([text(`answer ${n}`)])
    t.is((await session.nth('run_end', n)).data.result, 'finished')
  }
  t.deepEqual(
    session.records().flatMap((one) => (one.type === 'InputSubmitted' ? [one.data.via] : [])),
    ['run', 'queue', 'queue', 'queue'],
  )
})

for (const order of ['before', 'after'] as const)
  test(`an input queued ${order} the very last word of a turn runs once`, async (t) => {
    const log = gatedLog()
    const session = liveSession({ log })
    await session.run('one')
    const first = await session.model.request(1)
    log.hold()
    if (order === 'after') first.reply([text('the end')])
    const queued = session.ask(submit('queue', 'two'))
    if (order === 'before') first.reply([text('the end')])
    await log.waits()
    log.letGo()
    t.is((await queued)._tag, 'Right')
    ;(await session.model.request(2)).reply([text('done')])
    t.is((await session.nth('run_end', 2)).data.result, 'finished')
    t.is(session.types().filter((type) => type === 'InputSubmitted').length, 2)
    t.is(session.loop.snapshot().queue.length, 0)
  })

test('a notice that comes as a tool ends is told once, before the next request', async (t) => {
  const log = gatedLog()
  const session = liveSession({ log })
  await inTools(session, 'Bash')
  log.hold()
  const told = session.ask({ method: 'notify', message: 'look here', autoRun: true })
  await log.waits()
  ;(await session.tools.running(1)).finish()
  log.letGo()
  await told
  const next = await session.model.request(2)
  t.is(JSON.stringify(next.body).split('look here').length, 2)
  t.is(session.types().filter((type) => type === 'InboxDelivered').length, 1)
  next.reply([text('seen')])
  await session.nth('run_end', 1)
  t.is(session.model.sent.length, 2)
})

test('a cancel while a hook decides about a call runs nothing', async (t) => {
  let answer: (given: HookAnswer) => void = () => undefined
  const hooks = { ask: () => new Promise<HookAnswer>((resolve) => (answer = resolve)) }
  const session = liveSession({ hooks, hookPoints: ['before_tool'] })
  await session.run('work')
  ;(await session.model.request(1)).reply([call('Bash')])
  while (!session.types().includes('HookAsked')) await settled()
  await session.cancel()
  answer({ decision: 'continue' })
  t.is((await session.nth('run_end', 1)).data.result, 'cancelled')
  await settled()
  t.is(session.tools.ran.length, 0)
  t.deepEqual(outcomes(session), ['cancelled'])
})

test('an abandoned turn is cancelled with its calls closed, and earlier turns are still told', async (t) => {
  const session = liveSession()
  await inTools(session, 'Bash', 'Bash')
  await session.pause()
  await session.nth('run_end', 1)
  t.is((await session.ask({ method: 'abandon', by: 'host' }))._tag, 'Right')
  t.is((await session.nth('run_end', 2)).data.result, 'cancelled')
  t.like(session.loop.snapshot(), { status: 'idle', queue_held: true })
  await session.run('next')
  const { body } = await session.model.request(2)
  t.true(JSON.stringify(body).includes('work'))
  const items = toArray(evolveAll(session.records()).conversation.items)
  t.is(
    items.flatMap(({ content }) => content).filter((one) => one.type === 'tool_result').length,
    2,
  )
})
