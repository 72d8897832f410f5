import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { fold } from '../../domain/projection.js'
import type { NotificationOf } from '../../domain/protocol/notification.js'
import { itemsFrom } from '../../projections/transcript/sequence.js'
import { transcript } from '../../projections/transcript/transcript.js'
import { eventually } from '../support/eventually.js'
import { hangs, messageStart, replies, silent, streams } from '../support/loopback-behaviours.js'
import {
  afterKill,
  allHolds,
  asked,
  endOf,
  type LoopbackPod,
  loopbackPod,
} from '../support/loopback-pod.js'
import { type PodClient, runOf } from '../support/pod-client.js'
import { logOf, recordsIn, recordsOf, startPod, typesIn } from '../support/pod-process.js'
import { runYoiIn, startYoi } from '../support/yoi-process.js'

// The ticket's conditions with the real binary: as before the Submit, in memory and on disk.

const good = replies('All is well.')
const ping = { type: 'ping' }
const onlyBegun = streams([messageStart, ping])
const block = (content_block: object, delta: object) =>
  streams([
    messageStart,
    { type: 'content_block_start', index: 0, content_block },
    { type: 'content_block_delta', index: 0, delta },
  ])
const oneText = block({ type: 'text', text: '' }, { type: 'text_delta', text: 'Ah' })
const oneThought = block(
  { type: 'thinking', thinking: '', signature: '' },
  { type: 'thinking_delta', thinking: 'Hm' },
)
const oneCall = replies([{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'true' } }])

const filesOf = ({ world, pod }: LoopbackPod): ReadonlyArray<string> =>
  ['history.json', 'status.json'].map((name) =>
    readFileSync(join(world.yoiHome, 'data', 'projections', pod.session, name), 'utf8'),
  )

const memoryOf = async ({ pod }: LoopbackPod) => {
  const client = await pod.connect()
  const { data } = await client.waitFor('snapshot')
  client.close()
  const { status, turn, head, items, segments, in_flight } = data
  return { status, turn, head, items, segments, in_flight }
}

const ctl = (live: LoopbackPod, ...argv: ReadonlyArray<string>) => {
  const [verb = '', ...text] = argv
  return startYoi(live.world, ['ctl', live.pod.pod, verb, ...text])
}

// The files once they say where the conversation stands and what the session does.
const restedFiles = async (live: LoopbackPod): Promise<ReadonlyArray<string>> => {
  const { status, head } = await memoryOf(live)
  await eventually(() => {
    const [history, state] = filesOf(live).map((text) => JSON.parse(text))
    return isDeepStrictEqual([history.head, state.head, state.status], [head, head, status])
  })
  return filesOf(live)
}

type Expected = { readonly live: LoopbackPod; readonly files: ReadonlyArray<string> }

// A Pod that has said that its files are late may need a moment more, any other has had it.
const filesAre = async (t: ExecutionContext, { live, files }: Expected): Promise<void> => {
  const isLate = live.pod.client.heard.some(
    ({ event, data }) => event === 'alert' && data.code === 'projection_late',
  )
  if (isLate) await eventually(() => isDeepStrictEqual(filesOf(live), files))
  t.deepEqual(filesOf(live), files)
}

// Looks in the very moment in which a client hears of the end.
const filesAreAtEnd = async (t: ExecutionContext, expected: Expected) => {
  const { client } = expected.live.pod
  const from = client.heard.length
  const end: NotificationOf<'run_end'> = await client.waitFor('run_end', undefined, from)
  await filesAre(t, expected)
  return end.data
}

for (const stop of ['pause', 'cancel'] as const)
  test.serial(
    `over yoi ctl, a ${stop} without any reply leaves all as before the run`,
    async (t) => {
      // given a session with an answer, and a model that does not get to a word
      const live = await loopbackPod(t, [good, hangs, silent, onlyBegun, good])
      const { client, session } = live.pod
      t.is(await asked(live, runOf('the first')), 'ack')
      await endOf(live, 1)
      const [files, memory] = [await restedFiles(live), await memoryOf(live)]
      const log = logOf(live.world, session)
      const start = recordsIn(log).length
      for (const [index, moment] of ['headers', 'first byte', 'message_start'].entries()) {
        // when a run is stopped before headers, before the first byte, after message_start and ping
        const from = client.heard.length
        const run = ctl(live, 'run', `taken back at ${moment}`)
        await live.server.arrived(index + 1)
        if (moment === 'message_start') await client.waitFor('usage', undefined, from)
        const ending = filesAreAtEnd(t, { live, files })
        const stopped = ctl(live, stop)
        const end = await ending
        // then every client is told, and memory and files are those of before
        t.like(end, { result: 'rolled_back', segments: [{ content: `taken back at ${moment}` }] })
        t.is((await run.ended).code, 1)
        t.regex(run.stdout(), /^The turn was taken back before any reply/)
        t.is((await stopped.ended).code, 0)
        t.regex(stopped.stdout(), /taken back/)
        t.deepEqual(await memoryOf(live), memory)
        t.is(recordsIn(log).length, start + 4 * (index + 1))
        t.deepEqual(typesIn(log).slice(-2), ['StopRequested', 'HeadReset'])
      }
      t.is((await runYoiIn(live.world, ['ctl', live.pod.pod, 'run', 'goes on'])).code, 0)
      const bodies = live.server.requests.map(({ body }) => body.toString())
      t.false(bodies.at(-1)?.includes('taken back'))
      await allHolds(live)
    },
  )

test.serial('the audit tells of a taken-back turn, with its reason, and is content', async (t) => {
  const live = await loopbackPod(t, [good, hangs])
  await asked(live, runOf('the first'))
  await endOf(live, 1)
  const files = await restedFiles(live)
  await asked(live, runOf('oh no'))
  await live.server.arrived(1)
  await asked(live, { method: 'cancel' })
  await endOf(live, 2)
  const { session } = live.pod
  const replay = await runYoiIn(live.world, ['replay', session])
  t.is(replay.code, 0, replay.stderr)
  t.regex(replay.stdout, /^~ .*Asked {2}\[taken back by #\d+\]$/m)
  t.regex(replay.stdout, /oh no/)
  t.regex(
    replay.stdout,
    /The turn was taken back: it was cancelled before the model had given anything/,
  )
  const verify = await runYoiIn(live.world, ['verify', session, '--json'])
  t.is(verify.code, 0)
  t.like(JSON.parse(verify.stdout), { intact: true, complete: true, problems: [] })
  const list = await runYoiIn(live.world, ['sessions', '--json'])
  t.is(JSON.parse(list.stdout)[0].preview, 'the first → All is well.')

  // after rebuild, after a restart, and after a turn was taken back in the new Pod
  t.is((await runYoiIn(live.world, ['rebuild', session])).code, 0)
  t.deepEqual(filesOf(live), files)
  await asked(live, { method: 'shutdown' })
  await live.pod.process.ended
  t.is((await runYoiIn(live.world, ['rebuild', session])).code, 0)
  t.deepEqual(filesOf(live), files)
  const argv = ['--session', session]
  const overlays = [`pod.name = ${JSON.stringify(live.pod.pod)}`]
  const next = { ...live, pod: await startPod(live.world, { argv, overlays }) }
  t.deepEqual(filesOf(next), files)
  await asked(next, runOf('once more'))
  await live.server.arrived(2)
  await asked(next, { method: 'pause' })
  t.is((await endOf(next, 1)).result, 'rolled_back')
  await filesAre(t, { live: next, files })
  await allHolds(next)
})

test.serial('a Submit over a paused turn is taken back to the pause, which resumes', async (t) => {
  const live = await loopbackPod(t, [good, oneText, hangs, good])
  await asked(live, runOf('the first'))
  await endOf(live, 1)
  await asked(live, runOf('a long one'))
  await live.pod.client.waitFor('text_delta', ({ text }) => text === 'Ah')
  await asked(live, { method: 'pause' })
  t.is((await endOf(live, 2)).result, 'paused')
  const [files, memory] = [await restedFiles(live), await memoryOf(live)]
  await asked(live, runOf('something else'))
  await live.server.arrived(2)
  await asked(live, { method: 'cancel' })
  t.is((await endOf(live, 3)).result, 'rolled_back')
  await filesAre(t, { live, files })
  t.deepEqual(await memoryOf(live), memory)
  t.is(memory.status, 'paused')
  t.is(await asked(live, { method: 'resume' }), 'ack')
  t.is((await endOf(live, 4)).result, 'finished')
  const { requests } = live.server
  t.is(requests[3]?.body.toString(), requests[1]?.body.toString())
  await allHolds(live)
})

test.serial('one delta of text or thinking, or one tool use, keeps the turn', async (t) => {
  const live = await loopbackPod(t, [oneText, oneThought, oneCall, hangs, good, hangs])
  const { client } = live.pod
  await asked(live, runOf('text'))
  await client.waitFor('text_delta')
  await asked(live, { method: 'pause' })
  t.is((await endOf(live, 1)).result, 'paused')
  await asked(live, runOf('thinking'))
  await client.waitFor('thinking_delta')
  await asked(live, { method: 'cancel' })
  t.is((await endOf(live, 2)).result, 'cancelled')
  await asked(live, runOf('tool'))
  await live.server.arrived(3)
  await asked(live, { method: 'cancel' })
  t.is((await endOf(live, 3)).result, 'cancelled')
  await asked(live, runOf('whole'))
  t.is((await endOf(live, 4)).result, 'finished')
  t.is(await asked(live, { method: 'notify', params: { message: 'news' } }), 'ack')
  await live.server.arrived(5)
  await asked(live, { method: 'cancel' })
  t.is((await endOf(live, 5)).result, 'cancelled')
  t.is((await memoryOf(live)).segments.length, 4)
  t.deepEqual(recordsOf(logOf(live.world, live.pod.session), 'HeadReset'), [])
  await allHolds(live)
})

test.serial('a shutdown in an empty turn takes it back, then leaves', async (t) => {
  const live = await loopbackPod(t, [good, hangs])
  await asked(live, runOf('the first'))
  await endOf(live, 1)
  const files = await restedFiles(live)
  const run = ctl(live, 'run', 'never mind')
  await live.server.arrived(1)
  const left = await runYoiIn(live.world, ['ctl', live.pod.pod, 'shutdown'])
  t.is(left.code, 0, left.stderr)
  t.is((await live.pod.process.ended).code, 0)
  t.is((await run.ended).code, 1)
  await live.pod.client.closed
  t.deepEqual(
    live.pod.client.heard.slice(-5).map(({ event }) => event),
    ['record', 'run_end', 'status', 'record', 'shutdown'],
  )
  t.deepEqual(filesOf(live), files)
  const tail = typesIn(logOf(live.world, live.pod.session)).slice(-3)
  t.deepEqual(tail, ['StopRequested', 'HeadReset', 'PodDetached'])
  await allHolds(live)
})

test.serial('kill -9 around a taken-back turn leaves it resting or gone, never half', async (t) => {
  // before the stop, it rests with its input and resumes
  const live = await loopbackPod(t, [good, hangs, hangs, good])
  await asked(live, runOf('the first'))
  await endOf(live, 1)
  const before = await memoryOf(live)
  await asked(live, runOf('the second'))
  await live.server.arrived(1)
  const killed = await afterKill(live)
  t.like(await memoryOf(killed), { status: 'paused', items: { length: 3 } })
  await asked(killed, { method: 'resume' })
  await live.server.arrived(2)
  // a turn that has rested is kept
  await asked(killed, { method: 'cancel' })
  t.is((await endOf(killed, 1)).result, 'cancelled')
  t.is((await memoryOf(killed)).items.length, before.items.length + 1)
  const files = await restedFiles(killed)
  const memory = await memoryOf(killed)
  const again = await afterKill({ ...killed, pod: killed.pod })
  t.deepEqual((await memoryOf(again)).items, memory.items)
  t.deepEqual(filesOf(again), files)
  await asked(again, runOf('the third'))
  t.is((await endOf(again, 1)).result, 'finished')
  await allHolds(again)
})

test.serial('kill -9 in the moment of the stop gives the whole of it or nothing', async (t) => {
  let live = await loopbackPod(t, [good, hangs])
  await asked(live, runOf('the first'))
  await endOf(live, 1)
  const { items } = await memoryOf(live)
  for (let round = 0; round < 4; round += 1) {
    if ((await memoryOf(live)).status === 'paused') await asked(live, { method: 'abandon' })
    const settled = await memoryOf(live)
    const requests = live.server.requests.length
    await asked(live, runOf(`stopped and killed ${round}`))
    await live.server.arrived(requests)
    const { client } = live.pod
    const from = client.heard.length
    client.send({ method: round % 2 === 0 ? 'pause' : 'cancel' })
    if (round > 1) await client.waitFor('record', ({ type }) => type === 'HeadReset', from)
    live = await afterKill(live)
    const after = await memoryOf(live)
    const reset = typesIn(logOf(live.world, live.pod.session)).at(-1) === 'HeadReset'
    t.is(after.status, reset ? 'idle' : 'paused')
    t.is(after.items.length, settled.items.length + (reset ? 0 : 1))
    if (round > 1) t.true(reset)
  }
  t.deepEqual((await memoryOf(live)).items.slice(0, items.length), items)
  await allHolds(live)
})

// What a client shows: the snapshot's records, then those that follow.
const screenOf = ({ heard }: PodClient) => {
  const shown = heard.flatMap((one) => {
    if (one.event === 'snapshot') return one.data.records
    return one.event === 'record' ? [one.data] : []
  })
  return itemsFrom(0, fold(transcript, shown).blocks)
}

test.serial('every client drops the blocks of the turn, whenever it attached', async (t) => {
  const live = await loopbackPod(t, [good, hangs])
  await asked(live, runOf('the first'))
  await endOf(live, 1)
  const { client } = live.pod
  const watcher = await live.pod.connect()
  await watcher.waitFor('snapshot')
  const answered = screenOf(watcher)
  // given turns that are taken back one after another, and clients that come all the while
  const attaching: Array<Promise<PodClient>> = []
  const attach = () => attaching.push(live.pod.connect(), live.pod.connect())
  const rounds = 30
  for (let round = 1; round <= rounds; round += 1) {
    const from = client.heard.length
    attach()
    client.send(runOf(`gone ${round}`))
    await client.waitFor('round_start', undefined, from)
    attach()
    client.send({ method: round % 2 === 0 ? 'pause' : 'cancel' })
    attach()
    const end = await client.waitFor('run_end', undefined, from)
    t.is(end.data.result, 'rolled_back')
    await client.waitFor('status', ({ status }) => status === 'idle', client.heard.indexOf(end))
  }
  const late = await Promise.all(attaching)
  // then all show the same, and each was shown the time before or after a stop
  const log = recordsIn(logOf(live.world, live.pod.session))
  const last = log.at(-1)?.seq ?? -1
  let within = 0
  for (const one of [watcher, ...late]) {
    const { data } = await one.waitFor('snapshot')
    if (data.total <= last) await one.waitFor('record', ({ seq }) => seq === last)
    const blocks = screenOf(one)
    const kept = blocks.filter((shown) => !('mark' in shown && shown.mark === 'taken_back'))
    t.deepEqual(kept, answered)
    t.is(blocks.length - kept.length, rounds)
    t.not(data.records.at(-1)?.type, 'StopRequested')
    t.is(data.segments.length, data.status === 'running' ? 2 : 1)
    t.is(data.items.length, data.status === 'running' ? 3 : 2)
    if (data.total > 6 && data.total <= last) within += 1
  }
  t.log(`${late.length} clients attached, ${within} of them amid the turns`)
  t.true(within > 0)
  t.is(log.length, 6 + 4 * rounds)
})

test.serial('a stop and the first delta agree on screen and log, whichever is first', async (t) => {
  const live = await loopbackPod(t, [oneText])
  const { client } = live.pod
  const log = logOf(live.world, live.pod.session)
  const results = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const from = client.heard.length
    // A stop may come before the request has left, so not each round has one.
    const requests = live.server.requests.length
    client.send(runOf(`race ${round}`))
    await client.waitFor('round_start', undefined, from)
    // when the stop leaves with the request, when it has arrived, or when a word was shown
    if (round % 3 === 1) await live.server.arrived(requests)
    if (round % 3 === 2) await client.waitFor('text_delta', undefined, from)
    client.send({ method: 'cancel' })
    const { data } = await client.waitFor('run_end', undefined, from)
    const shown = client.heard.slice(from).filter(({ event }) => event === 'text_delta')
    const stop = recordsOf(log, 'StopRequested').at(-1)
    t.is(data.result, shown.length === 0 ? 'rolled_back' : 'cancelled')
    t.is(stop?.data.shown.length, shown.length)
    const ending = data.result === 'rolled_back' ? 'HeadReset' : 'TurnEnded'
    t.is(typesIn(log).at(-1), ending)
    results.add(data.result)
  }
  t.true(results.has('cancelled'))
  t.log([...results].join(' '))
})
