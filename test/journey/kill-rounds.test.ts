import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { eventually } from '../support/eventually.js'
import {
  countedIn,
  finish,
  holds,
  type KilledSession,
  killedSession,
  nextPod,
  sendUnanswered,
  submit,
} from '../support/kill-pod.js'
import { messageStart, refuses, replies, silent, streams } from '../support/loopback-behaviours.js'
import { logOf } from '../support/pod-process.js'
import { rounds } from '../support/rounds.js'
import { allGone, runYoiIn } from '../support/yoi-process.js'

// One session, the real program, kill -9 after kill -9: in every situation, some milliseconds
// later, and at places between two steps. Each Pod that follows carries on and is killed in turn.

/** Brings the live Pod to where it is to be killed. */
type Situation = {
  readonly name: string
  readonly reach: (all: KilledSession, n: number) => Promise<unknown>
}

const text = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
const half = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Ah' } }
const begun = streams([messageStart, text, half])

const tool = (n: number, rest: string) =>
  replies([
    { type: 'tool_use', id: 'a', name: 'Bash', input: { command: `echo ${n}a >> count${rest}` } },
    { type: 'tool_use', id: 'b', name: 'Bash', input: { command: `echo ${n}b >> count` } },
  ])

const streaming = async (all: KilledSession, n: number) => {
  all.answer = begun
  submit(all, 'run', `stream ${n}`)
  await all.pod.client.waitFor('text_delta')
}

const inTool = async (all: KilledSession, n: number) => {
  all.answer = tool(n, '; sleep 1000')
  submit(all, 'run', `tool ${n}`)
  await eventually(
    () => countedIn(all).includes(`${n}a`),
    () => countedIn(all).join(),
  )
}

const situations: ReadonlyArray<Situation> = [
  {
    name: 'at rest behind a pause',
    reach: async (all, n) => {
      await streaming(all, n)
      await all.pod.client.ask({ method: 'pause' })
      await all.pod.client.waitFor('run_end')
    },
  },
  { name: 'in a tool', reach: inTool },
  { name: 'in a stream', reach: streaming },
  {
    name: 'in a retry wait',
    reach: async (all, n) => {
      all.answer = refuses(529)
      submit(all, 'run', `retry ${n}`)
      await all.pod.client.waitFor('retry')
    },
  },
  {
    name: 'in a rollback',
    reach: async (all, n) => {
      all.answer = silent
      const sent = all.server.requests.length
      submit(all, 'run', `taken back ${n}`)
      await all.server.arrived(sent)
      all.pod.client.send({ method: 'pause' })
    },
  },
  {
    name: 'with queued inputs',
    reach: async (all, n) => {
      await streaming(all, n)
      for (const more of [1, 2]) submit(all, 'queue', `queued ${n} ${more}`)
    },
  },
  {
    name: 'in a stop of a tool',
    reach: async (all, n) => {
      await inTool(all, n)
      all.pod.client.send({ method: 'pause' })
    },
  },
  {
    name: 'in the moment of a Submit',
    reach: async (all, n) => {
      all.answer = tool(n, '')
      submit(all, 'run', `at once ${n}`)
    },
  },
]

// At register, in a turn with tools and its projections, at release.
const places = [
  'guard.signed',
  'scope.lock.before_rename',
  'scope.lock.renamed',
  'socket.linked',
  'live.json.before_rename',
  'log.before_write',
  'log.written',
  'log.synced:2',
  'log.before_write:3',
  'log.written:4',
  'history.json.before_rename',
  'status.json.renamed',
  'checkpoint.json.before_rename',
  'scope.lock.before_write:2',
  'scope.lock.renamed:2',
]

const diesAt = (place: string): Situation => ({
  name: `at ${place}`,
  reach: async (all, n) => {
    if (!(await nextPod(all, place))) return
    all.answer = tool(n, '')
    submit(all, 'run', `until it dies ${n}`)
    const { process, client } = all.pod
    const isOver = () => client.heard.some(({ event }) => event === 'run_end')
    const isDead = () => process.child.exitCode !== null || process.child.signalCode !== null
    await process.until(() => isDead() || isOver(), 'its death or the end of the turn')
    client.send({ method: 'shutdown' })
    all.t.is((await process.ended).signal, 'SIGKILL', `it never came to ${place}`)
  },
})

const situationOf = (n: number): Situation => {
  const found = situations[n % situations.length]
  if (found === undefined) throw new Error(`no situation ${n}`)
  return found
}

const placeOf = (n: number): string => places[n % places.length] ?? ''

const random = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

test.serial('a session that is killed over and over is carried on by the next Pod', async (t) => {
  const seed = Number(process.env['YOI_SEED'] ?? Date.now() % 100_000)
  const next = random(seed)
  const count = Math.ceil(rounds / 15)
  t.timeout(60_000 + count * 30_000)
  const all = await killedSession(t)
  const log = logOf(all.world, all.session)
  const names: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { name, reach } = n % 2 === 0 ? situationOf(seed + n / 2) : diesAt(placeOf(seed + n))
    names.push(name)
    // when it dies there, or a moment later
    if (n % 2 === 1) await stop(all)
    await reach(all, n)
    await sleep(next(30))
    const before = readFileSync(log, 'utf8')
    await kill(all)
    // then the next Pod takes it up at once, and goes on
    await nextPod(all)
    t.true(readFileSync(log, 'utf8').startsWith(before.slice(0, before.lastIndexOf('\n') + 1)))
    all.answer = replies('All is well.')
    const { data } = await all.pod.client.waitFor('snapshot')
    t.not(data.status, 'running', name)
    sendUnanswered(all)
    if (next(2) === 0) submit(all, 'run', `something else ${n}`)
    await finish(all)
    await holds(all)
  }
  t.log(`${count} Pods were killed: ${names.join(', ')}; YOI_SEED=${seed}`)
  await kill(all)
  const last = await runYoiIn(all.world, ['run', '--session', all.session, 'the last words'])
  t.is(last.code, 0, last.stderr)
  t.regex(last.stdout, /All is well/)
  await holds(all)
  await allGone(all.world)
})

const stop = async ({ pod }: KilledSession): Promise<void> => {
  pod.client.send({ method: 'shutdown' })
  await pod.process.ended
}

const kill = async ({ pod }: KilledSession): Promise<void> => {
  pod.process.kill('SIGKILL')
  await pod.process.ended
}
