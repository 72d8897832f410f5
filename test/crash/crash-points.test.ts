import { deepEqual, equal, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { processMark } from '../../adapters/lock/holder.js'
import { podRegistry } from '../../adapters/lock/registry.js'
import { systemClock } from '../../adapters/node/clock.js'
import { crashPoints, replacedFiles } from '../../adapters/node/crash-point.js'
import { type Paths, pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { projector, rebuildSession } from '../../adapters/projector/projector.js'
import { bindSocket } from '../../adapters/wire/bind-socket.js'
import { openSession } from '../../cli/pod/open-session.js'
import { refreshLiveIndex } from '../../cli/sessions/live-index.js'
import { logPath, sessionPlace } from '../../cli/sessions/session-place.js'
import { verifySession } from '../../cli/sessions/verify-session.js'
import type { SessionId } from '../../domain/ids.js'
import { seal } from '../../domain/log/seal.js'
import { sessionView } from '../../projections/session-view.js'
import { fileNames, reader } from '../support/projecting.js'
import { rounds } from '../support/rounds.js'
import { fixturePath } from '../support/run-fixture.js'
import { attached, someSession, storyLog } from '../support/story.js'
import { tempHome } from '../support/temp-home.js'

// A process that does all that a Pod does to the disk dies at a place between two steps. Then
// another takes its name, session, scope and socket at once, and what was durable is there. A death
// by SIGKILL leaves the disk as it is in that moment, so one process that copies its home at each
// place stands for one that dies there; some die in fact.

const [fresh, torn] = [someSession(1), someSession(2)]
const tail = '{"prev":"0123'
const pod = 'victim'

/** What a victim said before it died. */
type Death = { readonly said: ReadonlyArray<string>; readonly signal: string | null }

const ran = (home: string, crashAt: string, ...copies: ReadonlyArray<string>): Promise<Death> =>
  new Promise((resolve) => {
    const argv = [fixturePath('crash-victim'), home, pod, fresh, torn, ...copies]
    const child = spawn(process.execPath, argv, {
      env: { ...process.env, YOI_CRASH_AT: crashAt },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.once('close', (_, signal) => resolve({ said: out.split('\n').slice(0, -1), signal }))
  })

const given = async (t: ExecutionContext) => {
  const home = await tempHome(t)
  const paths = pathsFrom({ YOI_HOME: home })
  await mkdir(paths.sessions, { recursive: true })
  const story = await storyLog(join(home, 'data'), torn)
  await appendFile(story.path, tail)
  return { home, paths }
}

const right = <L, A>(either: E.Either<L, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left))
  return either.right
}

const takesItsPlace = async (t: ExecutionContext, paths: Paths): Promise<void> => {
  const registry = podRegistry(paths)
  deepEqual(right(await registry.listPods()()), [], 'no phantom')
  const socket = join(paths.run, pod, 'sock')
  const scope = {
    allow: [{ target: '/work', permission: 'write', recursive: true }],
    deny: [],
  } as const
  const mark = processMark(process.pid)
  const entry = { ...mark, pod, session: fresh, socket, scope, parent: null, delegated: [] }
  right(await registry.register(entry, () => 'two Pods in one scope')())
  const bound = right(
    await bindSocket({ path: socket, onConnection: () => undefined, onTrouble: t.log })(),
  )
  await bound.release()
  right(await refreshLiveIndex(paths))
  const rows = JSON.parse(await readFile(paths.liveIndex, 'utf8')) as ReadonlyArray<typeof entry>
  deepEqual(
    rows.map((row) => [row.pod, row.pid]),
    [[pod, process.pid]],
  )
  right(await registry.release(pod, process.pid)())
  right(await refreshLiveIndex(paths))
}

const acknowledged = (said: ReadonlyArray<string>, session: SessionId): number =>
  Number(said.findLast((line) => line.startsWith(session))?.split(' ')[1] ?? 0)

const goesOn = async (paths: Paths, session: SessionId, count: number): Promise<void> => {
  const place = { paths, session, path: logPath(paths, session), at: systemClock.now() }
  const there = (await readdir(paths.sessions)).includes(`${session}.jsonl`)
  if (!there) return equal(count, 0, 'a log that was acknowledged is there')
  const { log, loaded, starts, tail: left } = right(await openSession(place, reader))
  ok(starts.count() >= count, `${starts.count()} of ${count} records are there`)
  equal(await log.hold(), undefined)
  const repair = left === undefined ? [] : [{ type: 'TailRepaired', data: left } as const]
  const next = seal(sha256)([...repair, attached('next')], loaded.tip, place.at)
  right(await log.append(next.map(({ line }) => line))())
  await log.close()
  await filesFollow(paths, session)
}

const filesFollow = async (paths: Paths, session: SessionId): Promise<void> => {
  const place = sessionPlace(paths, { session, path: logPath(paths, session) })
  const source = { ...place, reader, clock: systemClock, files: sessionView }
  const troubles: string[] = []
  const follower = projector({ ...source, onTrouble: (sentence) => troubles.push(sentence) })
  await follower.advance()
  await follower.close()
  const report = await verifySession(reader, place)
  // A log of which only a new first record is there is not a session, but it is a whole log.
  deepEqual([report.intact, report.problems, report.complete], [true, [], true])
  deepEqual(troubles, [])
  const texts = () =>
    Promise.all(fileNames.map((name) => readFile(join(place.folder, name), 'utf8')))
  const followed = await texts()
  await rm(place.folder, { recursive: true })
  deepEqual(await rebuildSession(source), { type: 'made' })
  deepEqual(await texts(), followed)
}

const leavesNoRubbish = async ({ data, quarantine }: Paths): Promise<void> => {
  const names = await readdir(data, { recursive: true })
  deepEqual(
    names.filter((name) => name.endsWith('.tmp')),
    [],
  )
  const kept = (await readdir(quarantine)).filter((name) => name.startsWith(torn))
  for (const name of kept) ok(tail.startsWith(await readFile(join(quarantine, name), 'utf8')))
  ok(kept.length > 0, 'the torn tail is kept')
}

const isNoHindrance = async (
  t: ExecutionContext,
  home: string,
  said: ReadonlyArray<string>,
): Promise<void> => {
  const paths = pathsFrom({ YOI_HOME: home })
  await takesItsPlace(t, paths)
  await goesOn(paths, fresh, acknowledged(said, fresh))
  await goesOn(paths, torn, Math.max(6, acknowledged(said, torn)))
  await leavesNoRubbish(paths)
}

const steps = ['before_write', 'before_rename', 'renamed'] as const
const everyName = [
  ...crashPoints,
  ...replacedFiles.flatMap((file) => steps.map((step) => `${file}.${step}`)),
]

test("a death between any two steps loses nothing and is in nobody's way", async (t) => {
  const { home } = await given(t)
  const copies = await tempHome(t)
  const { said } = await ran(home, '', copies)
  t.is(said.at(-1), 'left')
  const places = (await readdir(copies)).filter((name) => !name.endsWith('.said'))
  const names = new Set(places.map((place) => place.slice(0, place.lastIndexOf(':'))))
  t.deepEqual([...names].sort(), everyName.toSorted(), 'every place is come to')
  for (const place of places) {
    const then = (await readFile(join(copies, `${place}.said`), 'utf8')).split('\n')
    await t.notThrowsAsync(() => isNoHindrance(t, join(copies, place), then), place)
  }
})

test('nor does a process that is killed there', async (t) => {
  const seed = Number(process.env['YOI_SEED'] ?? Date.now() % 1000)
  const count = Math.ceil(rounds / 30)
  t.log(`${count} processes are killed; YOI_SEED=${seed}`)
  for (let n = 0; n < count; n += 1) {
    const name = everyName[(seed + n * 7) % everyName.length] ?? ''
    const { home } = await given(t)
    const { said, signal } = await ran(home, name)
    t.is(signal, 'SIGKILL', `${name} is never come to: ${said}`)
    await t.notThrowsAsync(() => isNoHindrance(t, home, said), name)
  }
})

test('without a place, and at one that is never come to, nobody dies', async (t) => {
  const { home } = await given(t)
  const { said, signal } = await ran(home, 'log.written:100')
  t.deepEqual([signal, said.at(-1)], [null, 'left'])
})
