import { readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Method } from '../../domain/protocol/method.js'
import { messageStart, replies, streams, type WireBlock } from '../support/loopback-behaviours.js'
import {
  afterKill,
  allHolds,
  asked,
  endOf,
  type LoopbackPod,
  loopbackPod,
} from '../support/loopback-pod.js'
import { logOf, onlySession, recordsOf, scripted, startPod } from '../support/pod-process.js'
import { put } from '../support/temp-home.js'
import { allGone, runYoiIn, type YoiWorld, yoiWorld } from '../support/yoi-process.js'
import { screenOf, yoiScreen } from '../support/yoi-screen.js'

// What a restored Pod knows, and what it has forgotten.

const silent = streams([messageStart])
const good = replies('All is well.')
const resume = { method: 'resume' } as const

const bash = (command: string): WireBlock => ({
  type: 'tool_use',
  id: 'c1',
  name: 'Bash',
  input: { command },
})

const queue = (content: string): Method => ({
  method: 'queue',
  params: { input: [{ kind: 'text', content }] },
})

const bytesOf = ({ server }: LoopbackPod, index: number): string =>
  server.requests[index]?.body.toString() ?? ''

/** The session in a new Pod after the one that had it was shut down. */
const afterShutdown = async (before: LoopbackPod): Promise<LoopbackPod> => {
  before.pod.client.send({ method: 'shutdown' })
  await before.pod.process.ended
  const pod = await startPod(before.world, { argv: ['--session', before.pod.session] })
  return { ...before, pod }
}

test.serial(
  'ten times resumed, a turn that was killed in its tool sends the same bytes each time',
  async (t) => {
    const it = await loopbackPod(t, [replies([bash('echo one >> count; sleep 1000')]), silent])
    const count = join(it.world.work, 'count')
    const log = logOf(it.world, it.pod.session)
    await it.pod.client.run('count')
    await it.pod.client.waitFor('tool_call_start')
    await it.pod.process.until(() => readable(count) === 'one\n', 'the tool has run')
    let next = await afterKill(it)
    for (let n = 1; n <= 10; n += 1) {
      const { status } = (await next.pod.client.waitFor('snapshot')).data
      t.is(status, 'paused', `before resume ${n}`)
      t.is(await asked(next, resume), 'ack')
      await it.server.arrived(n)
      t.is(bytesOf(it, n), bytesOf(it, 1), `resume ${n}`)
      next = n % 2 === 0 ? await afterKill(next) : await afterShutdown(next)
    }
    t.is(readable(count), 'one\n')
    t.is(recordsOf(log, 'ToolCallStarted').length, 1)
    t.deepEqual(
      recordsOf(log, 'ToolCallCompleted').map(({ data }) => data.outcome),
      ['unknown'],
    )
    await allHolds(next)
  },
)

const readable = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

test.serial(
  'ten times opened and left, a session is the same in every byte and time',
  async (t) => {
    const world = await yoiWorld(t)
    t.is((await runYoiIn(world, ['run', 'hello'])).code, 0)
    const session = onlySession(world)
    const before = traces(world, session)
    for (let n = 1; n <= 10; n += 1) {
      const pod = await startPod(world, { argv: ['--session', session] })
      await pod.client.waitFor('snapshot')
      pod.client.send({ method: 'shutdown' })
      t.is((await pod.process.ended).code, 0)
      t.deepEqual(traces(world, session), before, `time ${n}`)
    }
    const screen = yoiScreen(world, ['-c'])
    await screen.shows('> hello')
    await screen.shows('idle · type to start')
    screen.write('\x04')
    t.is((await screen.exit).exitCode, 0)
    await allGone(world)
    t.deepEqual(traces(world, session), before, 'on the screen')
  },
)

/** Every file of a session with its bytes and its times, and the list of its neighbours. */
const traces = ({ yoiHome }: YoiWorld, session: string) => {
  const data = join(yoiHome, 'data')
  const folders = [join(data, 'sessions'), join(data, 'projections', session)]
  return folders.map((folder) => [
    statSync(folder, { bigint: true }).mtimeNs,
    ...readdirSync(folder).map((name) => {
      const path = join(folder, name)
      return [name, readFileSync(path, 'utf8'), statSync(path, { bigint: true }).mtimeNs]
    }),
  ])
}

test.serial(
  'queued inputs and notices are kept over a kill, held, and go on in order',
  async (t) => {
    const it = await loopbackPod(t, [silent, good])
    await it.pod.client.run('the first')
    await it.server.arrived(0)
    for (const words of ['queued one', 'queued two']) t.is(await asked(it, queue(words)), 'ack')
    t.is(await asked(it, { method: 'notify', params: { message: 'a notice' } }), 'ack')
    const next = await afterKill(it)
    const { data } = await next.pod.client.waitFor('snapshot')
    t.deepEqual([data.status, data.queue_held], ['paused', true])
    t.deepEqual(
      data.queue.map(({ segments }) => segments),
      [[{ kind: 'text', content: 'queued one' }], [{ kind: 'text', content: 'queued two' }]],
    )
    const screen = screenOf(next)
    await screen.shows('queued one')
    await screen.shows('Enter to resume, type to start new turn')
    t.is(it.server.requests.length, 1, 'nothing starts by itself')
    screen.write('\r')
    await endOf(next, 3)
    t.is(bytesOf(it, 1), bytesOf(it, 0))
    t.regex(bytesOf(it, 2), /a notice/)
    t.regex(bytesOf(it, 2), /queued one/)
    t.notRegex(bytesOf(it, 2), /queued two/)
    t.regex(bytesOf(it, 3), /queued two/)
    await allHolds(next)
  },
)

test.serial('a call that was killed is shown as unknown, and is not run again', async (t) => {
  const it = await loopbackPod(t, [replies([bash('echo begun; sleep 1000')]), good])
  await it.pod.client.run('do it')
  await it.pod.client.waitFor('tool_output_delta', ({ text }) => text.includes('begun'))
  const next = await afterKill(it)
  const screen = screenOf(next)
  await screen.shows('? Bash echo begun; sleep 1000 · unknown')
  await screen.shows('Enter to resume')
  screen.write('\r')
  await screen.shows('All is well.')
  t.is(recordsOf(logOf(it.world, it.pod.session), 'ToolCallStarted').length, 1)
  await allHolds(next)
})

test.serial(
  'prompt and model settings are those of the log, and another manifest is said; scope is new',
  async (t) => {
    const it = await loopbackPod(t, [good])
    await put(join(it.world.work, 'AGENTS.md'), 'Say nothing new.')
    await it.pod.client.run('/etc/hosts を見て')
    await endOf(it, 1)
    it.pod.client.send({ method: 'shutdown' })
    await it.pod.process.ended
    const manifest = '[model]\nref = "offline"\nmax_tokens = 5\n'
    await put(join(it.world.yoiHome, 'config', 'manifest.toml'), manifest)
    await writeFile(join(it.world.work, 'AGENTS.md'), 'Say something else.')
    const deny = '[[scope.deny]]\ntarget = "secret"\npermission = "read"'
    const argv = ['--session', it.pod.session]
    const pod = await startPod(it.world, { argv, overlays: [deny] })
    const next = { ...it, pod }
    const alert = await pod.client.waitFor('alert', ({ message }) => message.includes('settings'))
    t.regex(alert.data.message, /goes on with its own model settings \(anthropic\/loopback-1\)/)
    await pod.client.run('hello again')
    await endOf(next, 1)
    const [first, second] = it.server.requests.map(({ body }) => JSON.parse(body.toString()))
    for (const key of ['model', 'max_tokens', 'system', 'tools'])
      t.deepEqual(second[key], first[key], key)
    t.deepEqual(second.messages[0], { role: 'user', content: first.messages[0].content })
    const scopes = recordsOf(logOf(it.world, it.pod.session), 'PodAttached').map(
      ({ data }) => data.scope.length,
    )
    t.deepEqual(scopes, [1, 2])
    await allHolds(next)
  },
)

const read = { name: 'Read', input: { path: 'a.txt' } }
const edit = { name: 'Edit', input: { path: 'a.txt', old_string: 'one', new_string: 'two' } }

test.serial('a file read before the restart is read again before it is edited', async (t) => {
  const world = await yoiWorld(t)
  const file = await put(join(world.work, 'a.txt'), 'one\n')
  const session = await played(t, world, { argv: [], calls: [read] })
  const argv = ['--session', session]
  await played(t, world, { argv, calls: [edit] })
  t.is(readFileSync(file, 'utf8'), 'one\n')
  const [, refused] = recordsOf(logOf(world, session), 'ToolCallCompleted')
  t.is(refused?.data.outcome, 'failed')
  t.regex(refused?.data.content ?? '', /has not been read\. Read it first/)
  await played(t, world, { argv, calls: [read, edit] })
  t.is(readFileSync(file, 'utf8'), 'two\n')
})

type Played = {
  readonly argv: ReadonlyArray<string>
  readonly calls: ReadonlyArray<{ readonly name: string; readonly input: Record<string, unknown> }>
}

/** One turn in a Pod of its own, in which the model makes these calls one after the other. */
const played = async (
  t: ExecutionContext,
  world: YoiWorld,
  { argv, calls }: Played,
): Promise<string> => {
  const script = await scripted(world, [
    ...calls.map((call) => ({ calls: [call] })),
    { text: 'ok' },
  ])
  const pod = await startPod(world, { argv, overlays: [script] })
  await pod.client.run('go on')
  t.is((await pod.client.waitFor('run_end')).data.result, 'finished')
  pod.client.send({ method: 'shutdown' })
  await pod.process.ended
  return pod.session
}
