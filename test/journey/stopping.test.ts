import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../support/eventually.js'
import {
  logOf,
  type PodProcess,
  recordsOf,
  scripted,
  startPod,
  typesIn,
} from '../support/pod-process.js'
import { pythonSays } from '../support/python-verifier.js'
import { allGone, processesOf, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

const hangs = [{ text: 'These words come and then nothing', hang: 'mid', after: 2 }] as const

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test.serial(
    `${signal} while idle: the Pod says goodbye in the log and ends with 0`,
    async (t) => {
      const world = await yoiWorld(t)
      const pod = await startPod(world)
      await pod.client.run('hello')
      await pod.client.waitFor('run_end')
      pod.process.kill(signal)
      t.deepEqual(await pod.process.ended, { code: 0, signal: null })
      t.is((await pod.client.waitFor('shutdown')).data.by, 'signal')
      t.is(typesIn(logOf(world, pod.session)).at(-1), 'PodDetached')
      t.false(existsSync(pod.socket))
      t.is(pod.process.stderr(), '')
      await allGone(world)
    },
  )

  test.serial(`${signal} in a turn leaves it resting, and the next start resumes it`, async (t) => {
    const world = await yoiWorld(t)
    const pod = await startPod(world, { overlays: [await scripted(world, hangs)] })
    await pod.client.run('go on')
    await pod.client.waitFor('text_delta')
    pod.process.kill(signal)
    t.deepEqual(await pod.process.ended, { code: 0, signal: null })
    t.is((await pod.client.waitFor('run_end')).data.result, 'paused')
    const log = logOf(world, pod.session)
    t.deepEqual(typesIn(log).slice(-3), ['StopRequested', 'TurnPaused', 'PodDetached'])
    await allGone(world)
    await resumesToTheEnd(t, world, pod)
    const [first, again] = recordsOf(log, 'RoundStarted')
    t.is(again?.data.request, first?.data.request, 'the same request is sent again')
  })
}

test.serial('SIGTERM stops a running command and records what it gave', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world)
  await pod.client.run('run `echo begun; sleep 1000`')
  await pod.client.waitFor('tool_output_delta', ({ text }) => text.includes('begun'))
  pod.process.kill('SIGTERM')
  t.is((await pod.process.ended).code, 0)
  const [result] = recordsOf(logOf(world, pod.session), 'ToolCallCompleted')
  t.is(result?.data.outcome, 'interrupted')
  t.regex(result?.data.content ?? '', /begun/)
  await allGone(world)
  await resumesToTheEnd(t, world, pod)
})

test.serial('kill -9 in a reply: the next start shows a resting turn and resumes it', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world, { overlays: [await scripted(world, hangs)] })
  await pod.client.run('go on')
  await pod.client.waitFor('text_delta')
  pod.process.kill('SIGKILL')
  t.is((await pod.process.ended).signal, 'SIGKILL')
  const log = logOf(world, pod.session)
  t.is(typesIn(log).at(-1), 'RoundStarted')
  const before = readFileSync(log, 'utf8')

  const next = await resumesToTheEnd(t, world, pod)
  t.true(readFileSync(log, 'utf8').startsWith(before), 'the log only grew')
  const [first, again] = recordsOf(log, 'RoundStarted')
  t.is(again?.data.request, first?.data.request, 'the same request is sent again')
  const [rest] = recordsOf(log, 'TurnPaused')
  t.is(rest?.data.by, 'crash')
  const resumed = next.client.heard.filter(({ event }) => event === 'run_end')
  t.is(resumed.length, 1, 'settling has no run_end')
})

test.serial('kill -9 in a call: it is not run again, and the next one is', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world)
  const count = join(world.work, 'count')
  await pod.client.run('run `echo one >> count; sleep 1000` and run `echo two >> count`')
  const written = () => (existsSync(count) ? readFileSync(count, 'utf8') : '')
  await eventually(() => written() === 'one\n', written)
  pod.process.kill('SIGKILL')
  await pod.process.ended
  // The command does not outlive its Pod.
  await allGone(world)

  await resumesToTheEnd(t, world, pod)
  t.is(written(), 'one\ntwo\n')
  const results = recordsOf(logOf(world, pod.session), 'ToolCallCompleted')
  t.deepEqual(
    results.map(({ data }) => data.outcome),
    ['unknown', 'ok'],
  )
})

test.serial('a Pod that was killed is in nobody’s way', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world, { overlays: ['pod.name = "lab"'] })
  await pod.client.run('hello')
  await pod.client.waitFor('run_end')
  pod.process.kill('SIGKILL')
  await pod.process.ended
  const again = await startPod(world, {
    argv: ['--session', pod.session],
    overlays: ['pod.name = "lab"'],
  })
  t.is(again.socket, pod.socket)
  t.is((await again.client.waitFor('snapshot')).data.status, 'idle')
  await again.client.run('hello again')
  t.is((await again.client.waitFor('run_end')).data.result, 'finished')
  t.is(await pythonSays(logOf(world, pod.session)), 'intact whole')
})

test.serial('pauses and resumes over the socket carry one turn to its end', async (t) => {
  const world = await yoiWorld(t)
  const { client, session } = await startPod(world)
  await client.run('run `echo a; sleep 1000` and run `echo b`')
  await client.waitFor('tool_output_delta', ({ text }) => text.includes('a'))
  t.is((await client.ask({ method: 'pause' })).event, 'ack')
  t.is((await client.waitFor('run_end')).data.result, 'paused')
  await client.waitFor('status', ({ status }) => status === 'paused')
  const resumed = client.heard.length
  t.is((await client.ask({ method: 'resume' })).event, 'ack')
  t.is((await client.waitFor('run_end', undefined, resumed)).data.result, 'finished')
  const log = logOf(world, session)
  t.deepEqual(
    recordsOf(log, 'ToolCallCompleted').map(({ data }) => data.outcome),
    ['interrupted', 'ok'],
  )
  t.is(await pythonSays(log), 'intact whole')
  t.is(processesOf(world).length, 1, 'only the Pod is left')
})

const resumesToTheEnd = async (
  t: ExecutionContext,
  world: YoiWorld,
  { session }: PodProcess,
): Promise<PodProcess> => {
  const next = await startPod(world, { argv: ['--session', session] })
  const snapshot = await next.client.waitFor('snapshot')
  t.is(snapshot.data.status, 'paused')
  t.is(snapshot.data.in_flight, null)
  t.is((await next.client.ask({ method: 'resume' })).event, 'ack')
  t.is((await next.client.waitFor('run_end')).data.result, 'finished')
  const log = logOf(world, session)
  t.is(recordsOf(log, 'TurnEnded').length, 1)
  t.is(await pythonSays(log), 'intact whole')
  return next
}
