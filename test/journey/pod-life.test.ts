import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../support/eventually.js'
import { logOf, recordsOf, startPod, typesIn } from '../support/pod-process.js'
import { pythonSays } from '../support/python-verifier.js'
import { put } from '../support/temp-home.js'
import { allGone, runYoiIn, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

test.serial('what a Pod did is told alike by the socket, ctl and the lists', async (t) => {
  const world = await yoiWorld(t)
  await put(join(world.work, 'hello.txt'), 'The moon is far.\n')
  const pod = await startPod(world, { overlays: ['pod.name = "lab"'] })
  const { session, socket, pid, client } = pod
  t.is(pod.pod, 'lab')
  t.is(pid, pod.process.pid)
  const hello = await client.waitFor('hello')
  t.deepEqual(
    [hello.data.protocol, hello.data.pod, hello.data.session, hello.data.pid],
    [1, 'lab', session, pid],
  )
  t.is((await client.run('Read hello.txt')).event, 'ack')
  t.is((await client.waitFor('run_end')).data.result, 'finished')
  t.is((await client.waitFor('status', ({ status }) => status === 'idle')).data.queue_held, false)

  const ctl = await runYoiIn(world, ['ctl', 'lab', 'run', 'run printf seven'])
  t.is(ctl.code, 0, ctl.stderr)
  t.regex(ctl.stdout, /seven/)

  const listed = async () => JSON.parse((await runYoiIn(world, ['pods', '--json'])).stdout)[0]
  // A Pod that says nothing within a second is unreachable.
  await eventually(async () => (await listed()).status !== 'unreachable')
  t.deepEqual(await listed(), { pod: 'lab', session, socket, pid, status: 'idle' })
  const sessions = await runYoiIn(world, ['sessions', '--json'])
  const log = logOf(world, session)
  const records = typesIn(log).length
  const [row] = JSON.parse(sessions.stdout)
  t.deepEqual(
    [row.session, row.cwd, row.records, row.pod, row.live, row.problem],
    [session, world.work, records, 'lab', true, undefined],
  )
  t.regex(row.preview, /seven/)
  const verify = await runYoiIn(world, ['verify', session, '--json'])
  const verdict = JSON.parse(verify.stdout)
  t.deepEqual(
    [verdict.intact, verdict.complete, verdict.records, verdict.problems],
    [true, true, records, []],
  )
  t.is(await pythonSays(log), 'intact whole')
  const replay = await runYoiIn(world, ['replay', session.slice(0, 13)])
  t.is(replay.code, 0, replay.stderr)
  for (const words of ['Read hello.txt', 'The moon is far.', 'seven'])
    t.true(replay.stdout.includes(words), words)
  const json = await runYoiIn(world, ['replay', session, '--json'])
  t.is(json.stdout.replace(/,"audit":\{[^}]*\}(?=\}$)/gm, ''), readFileSync(log, 'utf8'))

  const bye = await runYoiIn(world, ['ctl', 'lab', 'shutdown'])
  t.is(bye.code, 0, bye.stderr)
  t.is((await pod.process.ended).code, 0)
  t.is(typesIn(log).at(-1), 'PodDetached')
  t.is((await runYoiIn(world, ['pods'])).stdout, 'No Pod runs.\n')
  t.throws(() => statSync(socket))
  await allGone(world)
})

test.serial('opening and leaving without input writes nothing and makes no session', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world)
  await pod.client.waitFor('snapshot')
  pod.client.send({ method: 'shutdown' })
  t.is((await pod.process.ended).code, 0)
  t.is(pod.process.stderr(), '')
  t.false(readdirSync(join(world.yoiHome, 'data')).includes('sessions'))
  const none = await runYoiIn(world, ['sessions', '--json'])
  t.is(none.stdout, '[]\n')
  t.deepEqual(readdirSync(join(world.yoiHome, 'run')), [], 'its folder went with it')
})

test.serial(
  'taking up a session and leaving it changes no byte and no time of its log',
  async (t) => {
    const world = await yoiWorld(t)
    const first = await startPod(world)
    await first.client.run('hello')
    await first.client.waitFor('run_end')
    first.client.send({ method: 'shutdown' })
    await first.process.ended
    const log = logOf(world, first.session)
    const before = [readFileSync(log, 'utf8'), statSync(log, { bigint: true }).mtimeNs]

    const second = await startPod(world, { argv: ['--session', first.session] })
    const snapshot = await second.client.waitFor('snapshot')
    t.is(snapshot.data.total, typesIn(log).length)
    t.is((await second.client.ask({ method: 'get_history' })).event, 'ack')
    second.client.send({ method: 'shutdown' })
    await second.process.ended
    t.deepEqual([readFileSync(log, 'utf8'), statSync(log, { bigint: true }).mtimeNs], before)
  },
)

test.serial(
  'a file that a Submit names and that cannot be read refuses it and leaves no trace',
  async (t) => {
    const world = await yoiWorld(t)
    const outside = await put(join(world.home, 'outside.txt'), 'secret')
    const { client, session } = await startPod(world)
    for (const path of ['none.txt', outside, '../outside.txt', '..']) {
      const words = { kind: 'text', content: 'what is this' } as const
      const input = [words, { kind: 'file_ref', path }] as const
      const answer = await client.ask({ method: 'run', params: { input: [...input] } })
      t.is(answer.event === 'error' && answer.data.code, 'invalid_request', path)
    }
    t.false(readdirSync(join(world.yoiHome, 'data')).includes('sessions'))
    t.false(client.heard.some(({ event }) => event === 'run_end' || event === 'turn_start'))

    await put(join(world.work, 'here.txt'), 'It is here.')
    const input = [{ kind: 'file_ref', path: 'here.txt' } as const]
    await client.ask({ method: 'run', params: { input } })
    await client.waitFor('run_end')
    const [submit] = recordsOf(logOf(world, session), 'InputSubmitted')
    t.regex(JSON.stringify(submit?.data.segments), /It is here\./)
  },
)

test.serial(
  'a second Pod of the same session, name or folder is refused, naming the first',
  async (t) => {
    const world = await yoiWorld(t)
    const pod = await startPod(world, { overlays: ['pod.name = "first one"'] })
    await pod.client.run('hello')
    await pod.client.waitFor('run_end')
    const elsewhere = join(world.home, 'elsewhere')
    await mkdir(elsewhere)
    const named = (name: string) => ['--overlay', `pod.name = "${name}"`]
    const attempts = {
      session: ['--session', pod.session, ...named('second')],
      name: ['--cwd', elsewhere, ...named('first one')],
      scope: named('second'),
    }
    for (const [what, argv] of Object.entries(attempts)) {
      const refused = await runYoiIn(world, ['pod', ...argv])
      t.is(refused.code, 1, what)
      t.is(refused.stdout, '', what)
      t.regex(refused.stderr, /^yoi: [^\n]+\.\n$/, what)
      const said = ['Pod first one', `pid ${pod.pid}`, `socket ${pod.socket}`, "yoi 'first one'"]
      for (const part of said) t.true(refused.stderr.includes(part), `${what}: ${refused.stderr}`)
    }
    const beside = await startPod(world, { argv: ['--cwd', elsewhere, ...named('beside')] })
    t.is((await beside.client.waitFor('snapshot')).data.status, 'idle')
  },
)

test.serial('a start that is refused leaves no folder behind', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world, { overlays: ['pod.name = "lab"'] })
  const starts = [
    [`pod.name = "lab"`, /lab/],
    ['pod.name = "other"', /only one may/],
  ] as const
  for (const [overlay, why] of starts) {
    const { code, stderr } = await runYoiIn(world, ['run', 'hello', '--overlay', overlay])
    t.is(code, 1)
    t.regex(stderr, why)
    t.deepEqual(readdirSync(join(world.yoiHome, 'run')), ['lab'])
  }
  pod.client.send({ method: 'shutdown' })
  await pod.process.ended
  const last = ['--overlay', 'worker.instruction = "./none.md"']
  t.is((await runYoiIn(world, ['run', 'hello', ...last])).code, 1)
  t.deepEqual(readdirSync(join(world.yoiHome, 'run')), [])
})

/** Whether all that a Pod writes beside the log of its session says what the log says. */
const isWritten = (world: YoiWorld, session: string): boolean => {
  const projections = join(world.yoiHome, 'data', 'projections')
  const at = (path: string) => JSON.parse(readFileSync(join(projections, path), 'utf8'))
  const lines = readFileSync(logOf(world, session), 'utf8').trimEnd().split('\n')
  const [live] = at('live.json')
  return (
    live.status === 'idle' &&
    live.updated === JSON.parse(lines.at(-1) ?? '').at &&
    at(`${session}/checkpoint.json`).records === lines.length
  )
}

test.serial('a Pod whose home was deleted does not make it again', async (t) => {
  const world = await yoiWorld(t)
  const { client, process, session } = await startPod(world)
  await client.run('hello')
  await client.waitFor('run_end')
  await eventually(() => isWritten(world, session))
  rmSync(world.yoiHome, { recursive: true })
  t.like(await client.run('more'), { event: 'error', data: { code: 'storage_failed' } })
  client.send({ method: 'shutdown' })
  t.is((await process.ended).code, 0)
  t.false(existsSync(world.yoiHome))
})

test.serial("a FIFO in the place of a Pod's own files holds up no start", async (t) => {
  const world = await yoiWorld(t)
  const folder = join(world.yoiHome, 'run', 'own')
  await mkdir(folder, { recursive: true })
  for (const name of ['pid', 'stderr.log']) execFileSync('mkfifo', [join(folder, name)])
  const run = await runYoiIn(world, ['run', 'hello', '--overlay', 'pod.name = "own"'])
  t.is(run.code, 0, run.stderr)
})

test.serial('with umask 000 everything under YOI_HOME is for its owner alone', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world, { shell: 'umask 000' })
  await pod.client.run('run seq 1 9999')
  await pod.client.waitFor('run_end')
  t.deepEqual(openTo(world), [])
  pod.client.send({ method: 'shutdown' })
  await pod.process.ended
  const run = await runYoiIn(world, ['run', 'hello'], { shell: 'umask 000' })
  t.is(run.code, 0, run.stderr)
  await runYoiIn(world, ['rebuild'], { shell: 'umask 000' })
  t.deepEqual(openTo(world), [])
  t.true(everything(world.yoiHome).length > 10)
})

// What others could read, write or enter.
const openTo = ({ yoiHome }: YoiWorld): ReadonlyArray<string> =>
  everything(yoiHome).flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    // A running Pod replaces files: one that is listed may be gone again.
    if (stat === undefined) return []
    const mode = stat.mode & 0o777
    const wanted = stat.isDirectory() ? 0o700 : 0o600
    return mode === wanted ? [] : [`${path} ${mode.toString(8)}`]
  })

const everything = (folder: string): ReadonlyArray<string> => [
  folder,
  ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
]
