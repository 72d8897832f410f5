import test from 'ava'
import { liveSession, submit } from '../../support/live-session.js'
import { call, text } from '../../support/scripted-model.js'

test('a Submit is founded, sent, answered and finished in whole groups', async (t) => {
  const session = liveSession()
  await session.run('hello')
  const request = await session.model.request(1)
  request.reply([text('hi')])
  const end = await session.nth('run_end', 1)
  t.is(end.data.result, 'finished')
  t.deepEqual(session.types(), [
    'SessionStarted',
    'PodAttached',
    'InputSubmitted',
    'RoundStarted',
    'AssistantReplied',
    'TurnEnded',
  ])
  t.is(session.log.batches(), 2)
})

test('a call runs after its record and its result goes into the next request', async (t) => {
  const session = liveSession()
  await session.run('read it')
  ;(await session.model.request(1)).reply([text('I look.'), call('Read', { path: 'a' })])
  const read = await session.tools.running(1)
  t.true(session.types().includes('ToolCallStarted'))
  read.finish({ content: 'the content' })
  const second = await session.model.request(2)
  t.deepEqual(
    second.body.messages.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  )
  second.reply([text('done')])
  t.is((await session.nth('run_end', 1)).data.result, 'finished')
})

test('a pause before any reply takes the turn back, a pause after something shown rests it', async (t) => {
  const session = liveSession()
  await session.run('one')
  await session.model.request(1)
  await session.pause()
  t.is((await session.nth('run_end', 1)).data.result, 'rolled_back')
  await session.run('two')
  const request = await session.model.request(2)
  t.deepEqual(request.body.messages.length, 1)
  request.stream({ kind: 'text', block: 0, text: 'so' })
  await session.nth('text_delta', 1)
  await session.pause()
  t.is((await session.nth('run_end', 2)).data.result, 'paused')
  t.true(request.aborted())
  await session.resume()
  const again = await session.model.request(3)
  t.is(JSON.stringify(again.body), JSON.stringify(request.body))
  again.reply([text('so be it')])
  t.is((await session.nth('run_end', 3)).data.result, 'finished')
})

test('a run over a paused turn closes its open calls and tells the model', async (t) => {
  const session = liveSession()
  await session.run('two calls')
  ;(await session.model.request(1)).reply([call('Bash', {}, 'a'), call('Bash', {}, 'b')])
  await session.tools.running(1)
  await session.pause()
  t.is((await session.nth('run_end', 1)).data.result, 'paused')
  await session.run('something else')
  const request = await session.model.request(2)
  const last = request.body.messages.at(-1)
  t.deepEqual(
    last?.content.map(({ type }) => type),
    ['tool_result', 'tool_result', 'text', 'text'],
  )
  t.regex(JSON.stringify(last?.content[2]), /interrupted by the user/)
  t.regex(JSON.stringify(last?.content[3]), /something else/)
  t.is(session.tools.ran.length, 1)
  const closed = session
    .records()
    .flatMap((one) =>
      one.type === 'ToolCallCompleted' && one.data.outcome === 'cancelled' ? [one.data] : [],
    )
  t.true(closed.length > 0)
  for (const { summary } of closed) t.is(summary, '[Interrupted by user]')
})

test('a run over a paused turn goes from paused to running, never over idle', async (t) => {
  const session = liveSession()
  await session.run('one')
  ;(await session.model.request(1)).reply([call('Bash', {}, 'a')])
  await session.tools.running(1)
  await session.pause()
  await session.nth('run_end', 1)
  const from = session.told.length
  await session.run('something else')
  ;(await session.model.request(2)).reply([text('done')])
  await session.nth('run_end', 2)
  const told = session.told.slice(from).flatMap((one) => (one.event === 'status' ? [one.data] : []))
  t.deepEqual(
    told.map(({ status }) => status),
    ['running', 'idle'],
  )
})

test('a turn that a crash broke off is told as paused, never as running, when the next Pod begins', async (t) => {
  const broken = liveSession()
  await broken.run('one')
  ;(await broken.model.request(1)).reply([call('Bash', {}, 'a')])
  await broken.tools.running(1)
  const restored = liveSession({ log: broken.log })
  t.is(restored.loop.snapshot().status, 'paused')
  await restored.ask(submit('queue', 'two'))
  const { data } = await restored.nth('status', 1)
  t.is(data.status, 'paused')
})

test('a queued input runs in the group that finishes the turn before', async (t) => {
  const session = liveSession()
  await session.run('one')
  const first = await session.model.request(1)
  await session.ask(submit('queue', 'two'))
  first.reply([text('done one')])
  const second = await session.model.request(2)
  second.reply([text('done two')])
  await session.nth('run_end', 2)
  t.is(session.log.batches(), 4)
})
