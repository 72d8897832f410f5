import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { RequestBody } from '../../domain/turn/request-body.js'
import {
  hangs,
  messageStart,
  refuses,
  replies,
  silent,
  streams,
  type WireBlock,
  type WireEvent,
} from '../support/loopback-behaviours.js'
import type { LoopbackRequest } from '../support/loopback-model.js'
import { afterKill, allHolds, asked, endOf, loopbackPod } from '../support/loopback-pod.js'
import { runOf } from '../support/pod-client.js'
import { logOf, recordsOf, typesIn } from '../support/pod-process.js'
import { allGone, processesOf } from '../support/yoi-process.js'

// Rows of the table in test/cli/pod/stop-anywhere.test.ts, with the real binary and a real socket.

const good = replies('All is well.')
const pause = { method: 'pause' } as const
const resume = { method: 'resume' } as const
const cancel = { method: 'cancel' } as const
const notice = { method: 'notify', params: { message: 'the build is done' } } as const
const news = { method: 'pod_event', params: { kind: 'turn_ended', pod_name: 'child' } } as const
const queue = (words: string) =>
  ({ method: 'queue', params: { input: [{ kind: 'text', content: words }] } }) as const

const begun = (block: object, delta: object): ReadonlyArray<WireEvent> => [
  messageStart,
  { type: 'content_block_start', index: 0, content_block: block },
  { type: 'content_block_delta', index: 0, delta },
]
const inText = streams(
  begun({ type: 'text', text: '' }, { type: 'text_delta', text: 'half a word' }),
)
const inThinking = streams(
  begun(
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'half a thought' },
  ),
)
const inArguments = streams(
  begun(
    { type: 'tool_use', id: 'c1', name: 'Bash', input: {} },
    { type: 'input_json_delta', partial_json: '{"command":"half' },
  ),
)
const bash = (command: string, id: string): WireBlock => ({
  type: 'tool_use',
  id,
  name: 'Bash',
  input: { command },
})
const sleepsThenCounts = replies([
  bash('echo one >> count; echo first; sleep 1000', 'c1'),
  bash('echo two >> count; echo second', 'c2'),
])

const bodyOf = (request: LoopbackRequest): RequestBody => JSON.parse(request.body.toString())

test.serial('awaiting headers, paused: taken back, and a new text is alone', async (t) => {
  const it = await loopbackPod(t, [hangs, good])
  await it.pod.client.run('not this')
  const { over } = await it.server.arrived(0)
  t.is(await asked(it, pause), 'ack')
  const end = await endOf(it, 1)
  t.is(end.result, 'rolled_back')
  t.deepEqual(end.segments, [{ kind: 'text', content: 'not this' }])
  t.is(await over, 'client_closed')
  await it.pod.client.run('but this')
  t.is((await endOf(it, 2)).result, 'finished')
  t.false((await it.server.arrived(1)).body.includes('not this'))
  await allHolds(it)
})

test.serial('awaiting the first byte, paused: taken back, nothing to resume', async (t) => {
  const it = await loopbackPod(t, [silent, good])
  await it.pod.client.run('not this')
  const { over } = await it.server.arrived(0)
  await asked(it, pause)
  t.is((await endOf(it, 1)).result, 'rolled_back')
  t.is(await over, 'client_closed')
  t.is(await asked(it, resume), 'not_paused')
  t.is(await asked(it, pause), 'not_running')
  await allHolds(it)
})

test.serial('in text, paused, resumed: the same bytes, what was shown only as shown', async (t) => {
  const it = await loopbackPod(t, [inText, good])
  await it.pod.client.run('go on')
  await it.pod.client.waitFor('text_delta', ({ text }) => text === 'half a word')
  await asked(it, pause)
  t.is((await endOf(it, 1)).result, 'paused')
  t.is(await it.server.requests[0]?.over, 'client_closed')
  t.is(await asked(it, resume), 'ack')
  t.is((await endOf(it, 2)).result, 'finished')
  const [first, again] = it.server.requests
  t.true(first?.body.equals(again?.body ?? Buffer.of()))
  const [stop] = recordsOf(logOf(it.world, it.pod.session), 'StopRequested')
  t.deepEqual(stop?.data.shown, [{ kind: 'text', block: 0, text: 'half a word' }])
  await allHolds(it)
})

test.serial('in thinking of a turn that a notice opened, paused, resumed: the same', async (t) => {
  const it = await loopbackPod(t, [inThinking, good])
  t.is(await asked(it, notice), 'ack')
  await it.pod.client.waitFor('thinking_delta', ({ text }) => text === 'half a thought')
  await asked(it, pause)
  t.is((await endOf(it, 1)).result, 'paused')
  await asked(it, resume)
  t.is((await endOf(it, 2)).result, 'finished')
  const [first, again] = it.server.requests
  t.true(first?.body.equals(again?.body ?? Buffer.of()))
  await allHolds(it)
})

test.serial('in tool arguments of a child’s turn, paused, new text: no call is left', async (t) => {
  const it = await loopbackPod(t, [inArguments, good])
  t.is(await asked(it, news), 'ack')
  await it.pod.client.waitFor('tool_args_delta')
  await asked(it, pause)
  t.is((await endOf(it, 1)).result, 'paused')
  await it.pod.client.run('something else')
  t.is((await endOf(it, 2)).result, 'finished')
  const log = logOf(it.world, it.pod.session)
  t.deepEqual(recordsOf(log, 'ToolCallCompleted'), [])
  t.is(recordsOf(log, 'TurnEnded')[0]?.data.by, 'run')
  t.false(it.server.requests[1]?.body.includes('half'))
  await allHolds(it)
})

test.serial('in the first tool of a queued turn, paused, resumed: the second runs', async (t) => {
  const it = await loopbackPod(t, [inText, good, sleepsThenCounts, good])
  await it.pod.client.run('first')
  await it.pod.client.waitFor('text_delta')
  await asked(it, queue('count'))
  await asked(it, pause)
  await endOf(it, 1)
  await asked(it, resume)
  await it.pod.client.waitFor('tool_output_delta', ({ text }) => text.includes('first'))
  await asked(it, pause)
  t.is((await endOf(it, 3)).result, 'paused')
  t.is(processesOf(it.world).length, 1, 'only the Pod is left')
  await asked(it, resume)
  t.is((await endOf(it, 4)).result, 'finished')
  t.is(readFileSync(join(it.world.work, 'count'), 'utf8'), 'one\ntwo\n')
  const results = recordsOf(logOf(it.world, it.pod.session), 'ToolCallCompleted')
  t.deepEqual(
    results.map(({ data }) => data.outcome),
    ['interrupted', 'ok'],
  )
  await allHolds(it)
})

test.serial(
  'in the first tool, paused, new text: call, synthetic result, note, input; once over restarts',
  async (t) => {
    const it = await loopbackPod(t, [sleepsThenCounts, inText])
    await it.pod.client.run('count')
    await it.pod.client.waitFor('tool_output_delta', ({ text }) => text.includes('first'))
    await asked(it, pause)
    await endOf(it, 1)
    await it.pod.client.run('something else')
    const { messages } = bodyOf(await it.server.arrived(1))
    t.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    )
    const [call1, call2] = messages[1]?.content ?? []
    t.deepEqual([call1?.type, call2?.type], ['tool_use', 'tool_use'])
    const said = messages[2]?.content.map((block) =>
      block.type === 'tool_result' ? block.content : block.type === 'text' ? block.text : '?',
    )
    t.is(said?.length, 4)
    t.regex(said?.[0] ?? '', /first/)
    t.is(said?.[1], '[Interrupted by user]')
    t.regex(said?.[2] ?? '', /interrupted by the user. The user's next request follows/)
    t.regex(said?.[3] ?? '', /something else/)

    await it.pod.client.waitFor('text_delta')
    const log = logOf(it.world, it.pod.session)
    const closed = recordsOf(log, 'ToolCallCompleted').length
    const once = await afterKill(it)
    t.is((await once.pod.client.waitFor('snapshot')).data.status, 'paused')
    const twice = await afterKill(once)
    t.is((await twice.pod.client.waitFor('snapshot')).data.status, 'paused')
    await asked(twice, resume)
    await twice.pod.client.waitFor('text_delta')
    t.is(recordsOf(log, 'ToolCallCompleted').length, closed)
    await allHolds(twice)
  },
)

test.serial('in the second tool, paused and cancelled in one breath: cancelled', async (t) => {
  const it = await loopbackPod(t, [
    replies([bash('echo one', 'c1'), bash('echo second; sleep 1000', 'c2'), bash('x', 'c3')]),
    good,
  ])
  await it.pod.client.run('count')
  await it.pod.client.waitFor('tool_output_delta', ({ text }) => text.includes('second'))
  it.pod.client.send(pause)
  it.pod.client.send(cancel)
  t.is((await endOf(it, 1)).result, 'cancelled')
  const log = logOf(it.world, it.pod.session)
  t.deepEqual(
    recordsOf(log, 'ToolCallCompleted').map(({ data }) => data.outcome),
    ['ok', 'interrupted', 'cancelled'],
  )
  t.is(await asked(it, resume), 'not_paused')
  await it.pod.client.run('go on')
  t.is((await endOf(it, 2)).result, 'finished')
  t.true(it.server.requests[1]?.body.includes('[{"type":"text","text":"count"'), 'earlier turns')
  await allHolds(it)
})

test.serial('in text of a resumed turn, kill -9, resumed: the same bytes again', async (t) => {
  const it = await loopbackPod(t, [inText, inText, good])
  await it.pod.client.run('go on')
  await it.pod.client.waitFor('text_delta')
  await asked(it, pause)
  await endOf(it, 1)
  const resting = it.pod.client.heard.length
  await asked(it, resume)
  await it.pod.client.waitFor('text_delta', undefined, resting)
  const next = await afterKill(it)
  t.is((await next.pod.client.waitFor('snapshot')).data.status, 'paused')
  t.is(await asked(next, resume), 'ack')
  t.is((await endOf(next, 1)).result, 'finished')
  const [first, second, third] = it.server.requests
  t.true(first?.body.equals(second?.body ?? Buffer.of()))
  t.true(first?.body.equals(third?.body ?? Buffer.of()))
  await allHolds(next)
})

test.serial('in retry back-off, paused: taken back at once, no further request', async (t) => {
  const it = await loopbackPod(t, [refuses(529, { headers: { 'retry-after': '60' } }), good], '')
  await it.pod.client.run('not this')
  await it.pod.client.waitFor('retry')
  await asked(it, pause)
  t.is((await endOf(it, 1)).result, 'rolled_back')
  t.is(it.server.requests.length, 1)
  await it.pod.client.run('but this')
  t.is((await endOf(it, 2)).result, 'finished')
  await allHolds(it)
})

test.serial('stopping a stubborn tool, kill -9, resumed: only the next call runs', async (t) => {
  // The stop itself makes the command kill its Pod, so that it dies while it is stopping.
  const kills = "trap 'kill -9 $PPID' TERM"
  const stubborn = `${kills}; echo one >> count; echo first; sleep 1000; sleep 1000`
  const it = await loopbackPod(t, [
    replies([bash(stubborn, 'c1'), bash('echo two >> count', 'c2')]),
    good,
  ])
  await it.pod.client.run('count')
  await it.pod.client.waitFor('tool_output_delta', ({ text }) => text.includes('first'))
  it.pod.client.send(pause)
  t.is((await it.pod.process.ended).signal, 'SIGKILL')
  const log = logOf(it.world, it.pod.session)
  t.is(typesIn(log).at(-1), 'StopRequested')
  await allGone(it.world)
  const next = await afterKill(it)
  const { data } = await next.pod.client.waitFor('snapshot')
  t.deepEqual([data.status, data.stopping], ['paused', undefined])
  await asked(next, resume)
  t.is((await endOf(next, 1)).result, 'finished')
  const count = join(it.world.work, 'count')
  t.is(readFileSync(count, 'utf8'), 'one\ntwo\n')
  t.deepEqual(
    recordsOf(log, 'ToolCallCompleted').map((one) => one.data.outcome),
    ['unknown', 'ok'],
  )
  await allHolds(next)
})

test.serial('in the very breath of the Submit, paused: no trace but in the log', async (t) => {
  const it = await loopbackPod(t, [good])
  it.pod.client.send(runOf('not this'))
  it.pod.client.send(pause)
  const end = await endOf(it, 1)
  await it.pod.client.run('but this')
  t.is((await endOf(it, 2)).result, 'finished')
  const last = it.server.requests.at(-1)
  t.is(end.result, 'rolled_back')
  t.false(last?.body.includes('not this'))
  const types = typesIn(logOf(it.world, it.pod.session))
  t.deepEqual(types.slice(4, 6), ['StopRequested', 'HeadReset'])
})
