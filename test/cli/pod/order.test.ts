import { readFile } from 'node:fs/promises'
import test from 'ava'
import { sha256 } from '../../../adapters/node/sha256.js'
import { limits } from '../../../domain/limits.js'
import { countedTurn } from '../../support/counted-turn.js'
import { verifies } from '../../support/failing-log.js'
import { liveSession, submit } from '../../support/live-session.js'
import { memoryLog } from '../../support/memory-log.js'
import { call, scriptedModel, text } from '../../support/scripted-model.js'
import { scriptedTools } from '../../support/scripted-tools.js'
import { tempHome } from '../../support/temp-home.js'

test('at the moment of each request and each call its cause is in the log', async (t) => {
  const log = memoryLog()
  const types = () => log.lines().map((line) => JSON.parse(line).type as string)
  const last = () => JSON.parse(log.lines().at(-1) ?? '')
  const seen: string[] = []
  const scripted = scriptedModel()
  const model = {
    ...scripted,
    complete: (...args: Parameters<typeof scripted.complete>) => {
      t.true(types().includes('InputSubmitted'))
      t.is(last().type, 'RoundStarted')
      t.is(last().data.request, sha256(JSON.stringify(args[0])))
      seen.push(`request ${last().data.round}`)
      return scripted.complete(...args)
    },
  }
  const tools = scriptedTools()
  const watched = {
    ...tools,
    run: (...args: Parameters<typeof tools.run>) => {
      t.is(types().filter((type) => type === 'ToolCallStarted').length, 1)
      t.is(last().type, 'ToolCallStarted')
      seen.push(`call ${args[0].name}`)
      return tools.run(...args)
    },
  }
  const session = liveSession({ log, model, tools: watched })
  await session.run('read it')
  ;(await model.request(1)).reply([call('Read')])
  ;(await tools.running(1)).finish()
  ;(await model.request(2)).reply([text('done')])
  await session.nth('run_end', 1)
  t.deepEqual(seen, ['request 1', 'call Read', 'request 2'])
})

test('a turn of 200 deltas and 3 calls writes and syncs once a batch, 6 times, and opens once', async (t) => {
  const { path, batches, count } = await countedTurn(await tempHome(t))
  t.is(batches, 6)
  t.is(count('write'), batches)
  t.is(count('datasync'), batches)
  t.is(count('open'), 1)
  t.is(count('syncFolder'), 1, 'for the new name')
  t.true(batches <= 8)
  await verifies(t, (await readFile(path, 'utf8')).split('\n').slice(0, -1))
})

test('a turn adds as much to the log however many came before it', async (t) => {
  const session = liveSession()
  const sizes: number[] = []
  for (let n = 1; n <= 60; n += 1) {
    const before = session.log.lines().length
    await session.run('the same words each time')
    ;(await session.model.request(n)).reply([text('and the same answer')])
    await session.nth('run_end', n)
    sizes.push(session.log.lines().slice(before).join('\n').length)
  }
  // The first turn founds the session; later ones differ by the digits of their numbers alone.
  const [, second = 0, ...rest] = sizes
  for (const size of rest) t.true(size <= second + 16, sizes.join())
})

test('a hundred inputs of one moment are decided in order and written in a few batches', async (t) => {
  const session = liveSession()
  const words = Array.from({ length: 100 }, (_, n) => `input ${n}`)
  const answers = await Promise.all([
    session.run('first'),
    ...words.map((one) => session.ask(submit('queue', one))),
  ])
  t.true(answers.every(({ _tag }) => _tag === 'Right'))
  t.is(new Set(answers.map((one) => one._tag === 'Right' && one.right.input)).size, 101)
  t.is(session.log.batches(), Math.ceil(101 / limits.batchInputsMax))
  const queue = session.loop.snapshot().queue.map(({ segments: [segment] }) => segment)
  t.deepEqual(
    queue.map((segment) => segment?.kind === 'text' && segment.content),
    words,
  )
  const full = await session.ask(submit('queue', 'one too many'))
  t.is(full._tag === 'Left' && full.left.code, 'queue_full')
  await verifies(t, session.log.lines())
})

test('of two runs in one batch the second is refused', async (t) => {
  const session = liveSession()
  const [first, second] = await Promise.all([session.run('a'), session.run('b')])
  t.is(first._tag, 'Right')
  t.is(second._tag === 'Left' && second.left.code, 'already_running')
  t.is(session.types().filter((type) => type === 'InputSubmitted').length, 1)
})

for (const stop of ['pause', 'cancel'] as const)
  test(`a run and a ${stop} in one tick take the turn back, and the next run works`, async (t) => {
    const session = liveSession()
    const [run, stopped] = await Promise.all([session.run('one'), session[stop]()])
    t.is(run._tag, 'Right')
    t.is(stopped._tag, 'Right')
    const end = await session.nth('run_end', 1)
    t.is(end.data.result, 'rolled_back')
    t.deepEqual(end.data.segments, [{ kind: 'text', content: 'one' }])
    t.true(session.model.sent.every((request) => request.aborted()))
    t.is(session.loop.snapshot().status, 'idle')
    t.deepEqual(session.loop.snapshot().items, [])

    const sent = session.model.sent.length
    await session.run('two')
    ;(await session.model.request(sent + 1)).reply([text('yes')])
    t.is((await session.nth('run_end', 2)).data.result, 'finished')
    await verifies(t, session.log.lines())
  })
