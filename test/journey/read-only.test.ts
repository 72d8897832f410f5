import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { logOf, type PodProcess, startPod } from '../support/pod-process.js'
import { runYoiIn, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

// A Pod that only shows its session.

const answered = async (pod: PodProcess): Promise<void> => {
  const from = pod.client.heard.length
  await pod.client.run('hello')
  await pod.client.waitFor('status', ({ status }) => status === 'idle', from)
}

const ended = async (pod: PodProcess): Promise<number | null> => {
  pod.client.send({ method: 'shutdown' })
  return (await pod.process.ended).code
}

const leftSession = async (world: YoiWorld): Promise<string> => {
  const pod = await startPod(world)
  await answered(pod)
  await ended(pod)
  return pod.session
}

const readOnly = (session: string) => ['--session', session, '--read-only']

const overtaken = ({ message }: { readonly message: string }) =>
  message.startsWith('Another Pod went on with this session')

// Its bytes and when they were written.
const fileOf = (path: string) => [readFileSync(path, 'utf8'), statSync(path).mtimeMs]

test.serial(
  'a Pod that only reads shows the session, takes nothing and writes nothing',
  async (t) => {
    const world = await yoiWorld(t)
    const session = await leftSession(world)
    const history = join(world.yoiHome, 'data', 'projections', session, 'history.json')
    const before = [logOf(world, session), history].map(fileOf)
    const pod = await startPod(world, { argv: readOnly(session) })
    const { status, items } = (await pod.client.waitFor('snapshot')).data
    t.is(status, 'idle')
    t.deepEqual(items, JSON.parse(readFileSync(history, 'utf8')).items)
    await pod.client.ask({ method: 'get_history' })
    t.deepEqual((await pod.client.waitFor('history')).data.items, items)
    for (const answer of [
      await pod.client.run('more'),
      await pod.client.ask({ method: 'resume' }),
    ]) {
      t.is(answer.event === 'error' && answer.data.code, 'read_only')
      t.true(JSON.stringify(answer).includes(`yoi --session ${session}`))
    }
    t.is(await ended(pod), 0)
    t.deepEqual([logOf(world, session), history].map(fileOf), before)
  },
)

test.serial('a Pod that only reads is refused where another one has the session', async (t) => {
  const world = await yoiWorld(t)
  const session = await leftSession(world)
  const writer = await startPod(world, { argv: ['--session', session] })
  const { code, stderr } = await runYoiIn(world, ['pod', ...readOnly(session)])
  t.is(code, 1, stderr)
  for (const part of [`Pod ${writer.pod} (pid ${writer.pid}`, `socket ${writer.socket}`])
    t.true(stderr.includes(part), stderr)
})

test.serial(
  'a Pod that only reads says so when another one goes on with its session',
  async (t) => {
    // given one that shows a session, and one more that may go on with it
    const world = await yoiWorld(t)
    const session = await leftSession(world)
    const log = logOf(world, session)
    const reader = await startPod(world, {
      argv: readOnly(session),
      overlays: ['pod.name = "eye"'],
    })
    const writer = await startPod(world, { argv: ['--session', session] })
    t.false(
      reader.client.heard.some(({ event }) => event === 'alert'),
      'nothing has happened yet',
    )
    // when it does
    await answered(writer)
    // then all who watch are told once, and who comes later too
    const { message } = (await reader.client.waitFor('alert', overtaken)).data
    t.true(message.includes(`yoi --session ${session}`), message)
    const later = await reader.connect()
    t.is((await later.waitFor('alert', overtaken)).data.message, message)
    await answered(writer)
    await later.ask({ method: 'get_history' })
    t.is(reader.client.heard.filter(({ event }) => event === 'alert').length, 1)
    // and its end leaves what the other wrote
    const written = ['history.json', 'status.json', 'checkpoint.json'].map((name) =>
      join(world.yoiHome, 'data', 'projections', session, name),
    )
    const before = [log, ...written].map(fileOf)
    t.is(await ended(reader), 0)
    t.deepEqual([log, ...written].map(fileOf), before)
  },
)

test.serial('a Pod that only reads wants to be told which session', async (t) => {
  const { code, stderr } = await runYoiIn(await yoiWorld(t), ['pod', '--read-only'])
  t.is(code, 2, stderr)
  t.regex(stderr, /name it with --session ID/)
})
