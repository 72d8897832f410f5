import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { withGuard } from '../../adapters/lock/kernel-guard.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { refOf } from '../../domain/log/record.js'
import { seal } from '../../domain/log/seal.js'
import type { Timestamp } from '../../domain/time.js'
import { eventually } from '../support/eventually.js'
import { logOf, type PodProcess, recordsIn, startPod } from '../support/pod-process.js'
import { pythonSays } from '../support/python-verifier.js'
import { rounds } from '../support/rounds.js'
import { attached } from '../support/story.js'
import {
  runYoiIn,
  startYoi,
  type YoiProcess,
  type YoiWorld,
  yoiWorld,
} from '../support/yoi-process.js'

const named = (name: string) => ['--overlay', `pod.name = ${JSON.stringify(name)}`]

const answered = async (pod: PodProcess): Promise<void> => {
  await pod.client.run('hello')
  await pod.client.waitFor('run_end')
}

const ended = async (pod: PodProcess): Promise<void> => {
  pod.client.send({ method: 'shutdown' })
  await pod.process.ended
}

/** A session with one answer, that nobody holds. */
const leftSession = async (world: YoiWorld): Promise<string> => {
  const pod = await startPod(world)
  await answered(pod)
  await ended(pod)
  return pod.session
}

// Its start is over when live.json has it and the guard is free again.
const isListed = async ({ yoiHome }: YoiWorld, pod: string): Promise<void> => {
  const { liveIndex, scopeGuard } = pathsFrom({ YOI_HOME: yoiHome })
  await eventually(
    () => existsSync(liveIndex) && readFileSync(liveIndex, 'utf8').includes(`"${pod}"`),
    () => `${pod} in live.json`,
  )
  await withGuard(scopeGuard, 'the test', async () => undefined)()
}

/** What another program, that knows the format and no lock, adds to a log. */
const intrude = (log: string): void => {
  const last = recordsIn(log).at(-1)
  const at = '2026-01-02T03:04:05.678Z' as Timestamp
  const lines = seal(sha256)([attached('intruder')], last && refOf(last), at)
  appendFileSync(log, lines.map(({ line }) => `${line}\n`).join(''))
}

test.serial(
  'a suspended Pod keeps its session; overtaken all the same, it wakes up and writes nothing',
  async (t) => {
    // given a Pod that has taken a session up, done nothing, and is suspended
    const world = await yoiWorld(t)
    const session = await leftSession(world)
    const log = logOf(world, session)
    const pod = await startPod(world, { argv: ['--session', session, ...named('asleep')] })
    const before = readFileSync(log)
    await isListed(world, 'asleep')
    pod.process.kill('SIGSTOP')
    // when others want the session, with the registry and without it
    const byRegistry = await runYoiIn(world, ['pod', '--session', session, ...named('other')])
    t.is(byRegistry.code, 1)
    for (const part of ['Pod asleep', `pid ${pod.pid}`, `socket ${pod.socket}`, '`yoi asleep`'])
      t.true(byRegistry.stderr.includes(part), byRegistry.stderr)
    rmSync(join(world.yoiHome, 'data', 'scope.lock'))
    const byKernel = await runYoiIn(world, ['run', '--session', session, 'hello'])
    t.is(byKernel.code, 1)
    t.regex(byKernel.stderr, /another process holds its lock.* Pod \S+ \(pid \d+\) was the last/)
    t.deepEqual(readFileSync(log), before, 'a refusal writes nothing')
    // and another program writes to it in spite of all
    intrude(log)
    const overtaken = readFileSync(log)
    pod.process.kill('SIGCONT')
    // then the Pod says so, takes nothing, and leaves every byte as it is
    const answer = await pod.client.run('mine')
    t.is(answer.event === 'error' && answer.data.code, 'storage_failed')
    const alert = await pod.client.waitFor('alert', ({ code }) => code === 'storage_failed')
    t.regex(alert.data.message, /is not as this Pod knows it .*yoi verify/)
    await pod.client.waitFor('status', ({ storage }) => storage === 'failed')
    const again = await pod.client.run('mine again')
    t.is(again.event === 'error' && again.data.code, 'storage_failed')
    await ended(pod)
    t.deepEqual(readFileSync(log), overtaken)
    t.is(await pythonSays(log), 'intact whole')
    const next = await startPod(world, { argv: ['--session', session] })
    await answered(next)
    t.is(await pythonSays(log), 'intact whole')
  },
)

const outcomeOf = async (racer: YoiProcess): Promise<YoiProcess> => {
  await Promise.race([racer.until(() => racer.stdout() !== '', 'a ready line'), racer.ended])
  return racer
}

test.serial(
  'of eight Pods that start at once for one session, or in one folder, one wins and is named',
  async (t) => {
    const races = 1 + Math.ceil(rounds / 100)
    t.timeout(120_000 + races * 60_000)
    const world = await yoiWorld(t)
    const session = await leftSession(world)
    for (let race = 0; race < races; race += 1) {
      const forSession = race % 2 === 1
      const argvOf = async (n: number) => {
        const folder = join(world.home, `folder-${n}`)
        await mkdir(folder, { recursive: true })
        return forSession ? ['--session', session, '--cwd', folder] : []
      }
      const racers = await Promise.all(
        Array.from({ length: 8 }, async (_, n) => [
          'pod',
          ...(await argvOf(n)),
          ...named(`racer ${n}`),
        ]),
      )
      const over = await Promise.all(racers.map((argv) => outcomeOf(startYoi(world, argv))))
      const [winner, ...more] = over.filter((racer) => racer.stdout() !== '')
      t.is(more.length, 0, `race ${race}`)
      const { ready } = JSON.parse(winner?.stdout() ?? '') as { readonly ready: PodProcess }
      for (const racer of over.filter((one) => one !== winner)) {
        t.is((await racer.ended).code, 1)
        const said = racer.stderr()
        for (const part of [
          `Pod ${ready.pod} (pid ${ready.pid}, socket ${ready.socket})`,
          `\`yoi '${ready.pod}'\``,
        ])
          t.true(said.includes(part), said)
      }
      winner?.kill('SIGTERM')
      t.is((await winner?.ended)?.code, 0)
    }
    t.log(`${races} races of 8 Pods`)
  },
)

test.serial('lists and live.json agree with who answers, also after a kill -9', async (t) => {
  const world = await yoiWorld(t)
  const elsewhere = join(world.home, 'elsewhere')
  await mkdir(elsewhere)
  const killed = await startPod(world, { argv: named('killed') })
  const other = await startPod(world, { cwd: elsewhere, argv: named('other') })
  await answered(killed)
  await answered(other)
  const lists = async () => {
    const pods = JSON.parse((await runYoiIn(world, ['pods', '--json'])).stdout)
    const rows = JSON.parse((await runYoiIn(world, ['sessions', '--json'])).stdout)
    const index = JSON.parse(
      readFileSync(join(world.yoiHome, 'data', 'projections', 'live.json'), 'utf8'),
    )
    return { pods, rows, index }
  }
  const rowOf = ({ pod, session, socket, pid }: PodProcess) => ({
    pod,
    session,
    socket,
    pid,
    status: 'idle',
  })
  const keys = ['pod', 'session', 'socket', 'pid', 'status'] as const
  const same = (rows: ReadonlyArray<Record<string, unknown>>) =>
    rows.map((row) => Object.fromEntries(keys.map((key) => [key, row[key]])))
  for (const client of [killed.client, other.client])
    await client.waitFor('status', ({ status }) => status === 'idle')

  const both = await lists()
  t.deepEqual(both.pods, [rowOf(killed), rowOf(other)])
  t.deepEqual(same(both.index), both.pods)
  killed.process.kill('SIGKILL')
  await killed.process.ended

  const left = await lists()
  t.deepEqual(left.pods, [rowOf(other)])
  t.deepEqual(same(left.index), left.pods)
  const live = (left.rows as ReadonlyArray<{ session: string; live: boolean }>).filter(
    (row) => row.live,
  )
  t.is(left.rows.length, 2)
  t.deepEqual(
    live.map((row) => row.session),
    [other.session],
  )
  const again = await startPod(world, { argv: ['--session', killed.session, ...named('killed')] })
  t.is(again.socket, killed.socket)
  t.deepEqual((await lists()).pods, [rowOf(again), rowOf(other)])
})
