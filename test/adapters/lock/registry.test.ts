import { execFileSync } from 'node:child_process'
import { readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { processMark } from '../../../adapters/lock/holder.js'
import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import { podRegistry } from '../../../adapters/lock/registry.js'
import type { RegistryRefusal } from '../../../adapters/lock/registry-refusal.js'
import type { SessionId } from '../../../domain/ids.js'
import { startFixture } from '../../support/run-fixture.js'
import { ownFolder } from '../../support/sample-log.js'

const sessionOf = (n: number) => `01920000-0000-7000-8000-00000000000${n}` as SessionId

const entryOf = (pod: string, n: number, mark: Partial<PodEntry> = {}): PodEntry => ({
  ...processMark(process.pid),
  pod,
  socket: `/run/${pod}/sock`,
  session: sessionOf(n),
  scope: { allow: [{ target: '/work', permission: 'write', recursive: true }], deny: [] },
  parent: null,
  delegated: [],
  ...mark,
})

const peace = () => undefined

const setUp = async (t: ExecutionContext) => {
  const folder = await ownFolder(t)
  const scopeLock = join(folder, 'scope.lock')
  const place = { scopeLock, scopeGuard: join(folder, 'scope.guard') }
  return { folder, scopeLock, registry: podRegistry(place), place }
}

const rightOf = <A>(either: E.Either<RegistryRefusal, A>): A => {
  if (E.isLeft(either)) throw new Error(either.left.message)
  return either.right
}

const refusalOf = <A>(either: E.Either<RegistryRefusal, A>): RegistryRefusal => {
  if (E.isRight(either)) throw new Error('nothing was refused')
  return either.left
}

test('a Pod that is registered is found by name and by session until it is released', async (t) => {
  const { registry, scopeLock } = await setUp(t)
  const entry = entryOf('a', 1)
  rightOf(await registry.register(entry, peace)())
  t.deepEqual(rightOf(await registry.lookupName('a')()), entry as never)
  t.deepEqual(rightOf(await registry.lookupSession(sessionOf(1))()), entry as never)
  t.is(rightOf(await registry.lookupName('b')()), undefined)
  t.is((await stat(scopeLock)).mode & 0o777, 0o600)
  rightOf(await registry.release('a', process.pid)())
  t.deepEqual(rightOf(await registry.listPods()()), [])
})

test('a session and a name in use are refused, naming Pod, pid, socket and what to do', async (t) => {
  const { registry } = await setUp(t)
  rightOf(await registry.register(entryOf('first', 1), peace)())
  const session = refusalOf(await registry.register(entryOf('second', 1), peace)())
  const name = refusalOf(await registry.register(entryOf('first', 2), peace)())
  t.is(session.code, 'session_in_use')
  t.is(name.code, 'name_in_use')
  for (const { message } of [session, name])
    for (const word of ['Pod first', `pid ${process.pid}`, '/run/first/sock', '`yoi first`'])
      t.true(message.includes(word), `${message} lacks ${word}`)
  t.is(rightOf(await registry.listPods()()).length, 1)
})

test('a conflict of scopes is refused in the words of the one who found it', async (t) => {
  const { registry } = await setUp(t)
  rightOf(await registry.register(entryOf('first', 1), peace)())
  const seen: string[] = []
  const conflict = (mine: PodEntry, theirs: PodEntry) => {
    seen.push(`${mine.pod} ${theirs.pod} ${theirs.scope.allow[0]?.target}`)
    return 'Both may write /work.'
  }
  const refused = refusalOf(await registry.register(entryOf('second', 2), conflict)())
  t.is(refused.code, 'scope_conflict')
  t.deepEqual(seen, ['second first /work'])
  t.true(refused.message.startsWith('Both may write /work.'))
  t.true(refused.message.includes('`yoi first`'))
  t.true(refused.message.includes('`yoi ctl first run'))
})

test('a refusal and a lookup leave the registry as it was', async (t) => {
  const { registry, scopeLock, folder } = await setUp(t)
  const dead = entryOf('dead', 3, { pid: 2 ** 22 + 1, started: '1' })
  await writeFile(scopeLock, JSON.stringify({ format: 1, pods: [dead, entryOf('a', 1)] }))
  const before = await stat(scopeLock, { bigint: true })
  refusalOf(await registry.register(entryOf('a', 2), peace)())
  t.is(rightOf(await registry.listPods()()).length, 1)
  t.is(rightOf(await registry.lookupName('dead')()), undefined)
  const after = await stat(scopeLock, { bigint: true })
  t.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs])
  const other = podRegistry({ scopeLock: `${folder}/none/scope.lock`, scopeGuard: '/proc/none' })
  t.deepEqual(rightOf(await other.listPods()()), [])
})

const onLinux = process.platform === 'linux' ? test : test.skip

onLinux(
  'a dead holder gives way at once: no such pid, another start time, another boot',
  async (t) => {
    const marks: ReadonlyArray<Partial<PodEntry>> = [
      { pid: 2 ** 22 + 1 },
      { started: '1' },
      { ...processMark(process.ppid), started: '1' },
      { pid: 1, started: '999999999999' },
      { boot: '00000000-0000-0000-0000-000000000000' },
    ]
    for (const mark of marks) {
      const { registry, scopeLock } = await setUp(t)
      await writeFile(scopeLock, JSON.stringify({ format: 1, pods: [entryOf('a', 1, mark)] }))
      rightOf(await registry.register(entryOf('a', 1), peace)())
      const pods = rightOf(await registry.listPods()())
      t.deepEqual(pods, [entryOf('a', 1)] as never)
    }
  },
)

test("another host's holder is kept and named with its host", async (t) => {
  const { registry, scopeLock } = await setUp(t)
  const far = entryOf('far', 1, { host: 'elsewhere.example', pid: 2 ** 22 + 1 })
  await writeFile(scopeLock, JSON.stringify({ format: 1, pods: [far] }))
  const refused = refusalOf(await registry.register(entryOf('near', 1), peace)())
  t.is(refused.code, 'session_in_use')
  for (const word of ['elsewhere.example', 'may be live', scopeLock])
    t.true(refused.message.includes(word))
  rightOf(await registry.release('far', far.pid)())
  t.is(rightOf(await registry.listPods()()).length, 1)
})

test('releasing a Pod that is not there writes nothing', async (t) => {
  const { registry, scopeLock } = await setUp(t)
  rightOf(await registry.register(entryOf('a', 1), peace)())
  const before = await stat(scopeLock, { bigint: true })
  rightOf(await registry.release('b', process.pid)())
  rightOf(await registry.release('a', process.pid + 1)())
  t.is((await stat(scopeLock, { bigint: true })).ctimeNs, before.ctimeNs)
})

test('without marks of the system the pid alone decides', async (t) => {
  const { registry, scopeLock } = await setUp(t)
  const bare = { started: null, boot: null }
  const pods = [entryOf('live', 1, bare), entryOf('dead', 2, { ...bare, pid: 2 ** 22 + 1 })]
  await writeFile(scopeLock, JSON.stringify({ format: 1, pods }))
  const live = rightOf(await registry.listPods()())
  t.deepEqual(
    live.map(({ pod }) => pod),
    ['live'],
  )
})

test('an empty registry has no Pods and can be used', async (t) => {
  const { registry, scopeLock } = await setUp(t)
  await writeFile(scopeLock, '')
  t.deepEqual(rightOf(await registry.listPods()()), [])
  rightOf(await registry.register(entryOf('a', 1), peace)())
  t.is(rightOf(await registry.listPods()()).length, 1)
})

test('garbage is said with its file and never replaced', async (t) => {
  const { registry, scopeLock } = await setUp(t)
  const entries = JSON.stringify({ format: 1, pods: [{ pod: 'a' }] })
  for (const garbage of ['{"format":1,"po', 'null', '[]', entries, '{"format":2,"pods":[]}']) {
    await writeFile(scopeLock, garbage)
    for (const refused of [
      refusalOf(await registry.register(entryOf('a', 1), peace)()),
      refusalOf(await registry.release('a', process.pid)()),
      refusalOf(await registry.listPods()()),
      refusalOf(await registry.lookupName('a')()),
    ]) {
      t.is(refused.code, 'registry_unreadable')
      t.true(refused.message.includes(scopeLock))
    }
    t.is(await readFile(scopeLock, 'utf8'), garbage)
  }
})

test('a registry that cannot be read is not called none', async (t) => {
  const { registry, scopeLock } = await setUp(t)
  await symlink(scopeLock, scopeLock)
  const refused = refusalOf(await registry.listPods()())
  t.is(refused.code, 'registry_unreadable')
  t.regex(refused.message, /cannot be read \(ELOOP.*set YOI_HOME/)
})

test('fields of a later version are kept when another Pod comes and goes', async (t) => {
  const { registry, scopeLock } = await setUp(t)
  const later = { ...entryOf('a', 1), later: [1] }
  await writeFile(scopeLock, JSON.stringify({ format: 1, pods: [later] }))
  rightOf(await registry.register(entryOf('b', 2), peace)())
  rightOf(await registry.release('b', process.pid)())
  t.deepEqual(JSON.parse(await readFile(scopeLock, 'utf8')), { format: 1, pods: [later] })
})

test('a guard that is held is a refusal that names the holder', async (t) => {
  const { place } = await setUp(t)
  const other = startFixture(t, 'hold-guard', [place.scopeGuard, 'Pod slow (pid 5)'])
  await other.line()
  const registry = podRegistry({ ...place, waitMs: 50 })
  const refused = refusalOf(await registry.register(entryOf('a', 1), peace)())
  t.is(refused.code, 'guard_held')
  t.true(refused.message.includes('Pod slow (pid 5)'))
  t.deepEqual(rightOf(await registry.listPods()()), [])
})

const race = async (t: ExecutionContext, argsOf: (n: number) => readonly [string, number]) => {
  const { folder, registry } = await setUp(t)
  const racers = Array.from({ length: 8 }, (_, n) => {
    const [pod, session] = argsOf(n)
    return startFixture(t, 'register-pod', [folder, pod, sessionOf(session)])
  })
  await Promise.all(racers.map(({ line }) => line()))
  for (const { say } of racers) say('go\n')
  const answers = await Promise.all(racers.map(({ line }) => line()))
  const winner = racers[answers.indexOf('registered')]
  return { registry, answers, winner }
}

test.serial(
  'of eight processes that want one session one wins, and the others are told which',
  async (t) => {
    t.timeout(180_000)
    const { answers, winner } = await race(t, (n) => [`pod${n}`, 1])
    const lost = answers.filter((answer) => answer !== 'registered')
    t.is(lost.length, 7)
    for (const answer of lost) {
      t.true(answer.startsWith('session_in_use: '))
      t.true(answer.includes(`pid ${winner?.pid}`))
    }
  },
)

test.serial(
  'of eight processes that want one name one wins; its death frees the name at once',
  async (t) => {
    t.timeout(180_000)
    const { registry, answers, winner } = await race(t, (n) => ['same', n])
    t.is(answers.filter((answer) => answer === 'registered').length, 1)
    t.is(rightOf(await registry.lookupName('same')())?.pid, winner?.pid)
    winner?.kill('SIGKILL')
    await winner?.ended
    t.is(rightOf(await registry.lookupName('same')()), undefined)
    rightOf(await registry.register(entryOf('same', 9), peace)())
  },
)

test.serial('a suspended holder keeps its session', async (t) => {
  t.timeout(120_000)
  const { folder, registry } = await setUp(t)
  const holder = startFixture(t, 'register-pod', [folder, 'asleep', sessionOf(1)])
  await holder.line()
  holder.say('go\n')
  t.is(await holder.line(), 'registered')
  holder.kill('SIGSTOP')
  const refused = refusalOf(await registry.register(entryOf('me', 1), peace)())
  t.is(refused.code, 'session_in_use')
  t.true(refused.message.includes(`pid ${holder.pid}`))
})

for (const [kind, command] of [
  ['a FIFO', 'mkfifo'],
  ['a folder', 'mkdir'],
] as const)
  test(`${kind} in the place of the registry is named, to be moved away, and not waited for`, async (t) => {
    const { registry, scopeLock } = await setUp(t)
    execFileSync(command, [scopeLock])
    const { message } = refusalOf(await registry.listPods()())
    t.true(message.includes(`(it is ${kind}, not a file): stop all Pods, move it away`), message)
  })
