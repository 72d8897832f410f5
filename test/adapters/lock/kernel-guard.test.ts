import { execFileSync } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { withGuard, withGuardFor } from '../../../adapters/lock/kernel-guard.js'
import { startFixture } from '../../support/run-fixture.js'
import { ownFolder } from '../../support/sample-log.js'

const patient = withGuardFor(30_000)

test('an action runs under the guard and its value comes back', async (t) => {
  const guard = join(await ownFolder(t), 'data', 'scope.guard')
  const seen = await withGuard(guard, 'Pod a (pid 1)', () => readFile(guard, 'utf8'))()
  t.deepEqual(seen, E.right('Pod a (pid 1)\n'))
  t.is((await stat(guard)).mode & 0o777, 0o600)
})

test('the guard file is never replaced and names its last holder alone', async (t) => {
  const guard = join(await ownFolder(t), 'scope.guard')
  await withGuard(guard, 'a holder with a long name', async () => undefined)()
  const before = await stat(guard)
  await withGuard(guard, 'short', async () => undefined)()
  t.is((await stat(guard)).ino, before.ino)
  t.is(await readFile(guard, 'utf8'), 'short\n')
})

test('two actions never run at once, not even in one process', async (t) => {
  const guard = join(await ownFolder(t), 'scope.guard')
  let inside = 0
  let most = 0
  let done = 0
  const action = async () => {
    inside += 1
    most = Math.max(most, inside)
    await readFile(guard)
    await readFile(guard)
    inside -= 1
    done += 1
  }
  await Promise.all(Array.from({ length: 5 }, (_, n) => patient(guard, `${n}`, action)()))
  t.is(most, 1)
  t.is(done, 5)
})

test('a guard held for too long is an error that names its holder', async (t) => {
  const guard = join(await ownFolder(t), 'scope.guard')
  const other = startFixture(t, 'hold-guard', [guard, 'Pod b (pid 42)'])
  t.is(await other.line(), 'held')
  const refused = await withGuardFor(60)(guard, 'me', async () => t.fail())()
  if (E.isRight(refused)) return t.fail()
  t.is(refused.left.code, 'guard_held')
  t.true(refused.left.message.includes('Pod b (pid 42)'))
})

test('a suspended holder is not robbed and is named', async (t) => {
  const guard = join(await ownFolder(t), 'scope.guard')
  const other = startFixture(t, 'hold-guard', [guard, 'Pod asleep (pid 7)'])
  await other.line()
  other.kill('SIGSTOP')
  const refused = await withGuardFor(300)(guard, 'me', async () => t.fail())()
  t.true(E.isLeft(refused) && refused.left.message.includes('Pod asleep (pid 7)'))
  other.kill('SIGCONT')
  await other.end()
  t.deepEqual(await patient(guard, 'me', async () => 1)(), E.right(1))
})

test('the death of a holder frees the guard', async (t) => {
  const guard = join(await ownFolder(t), 'scope.guard')
  const other = startFixture(t, 'hold-guard', [guard, 'Pod c'])
  await other.line()
  other.kill('SIGKILL')
  await other.ended
  t.deepEqual(await withGuardFor(0)(guard, 'me', async () => 1)(), E.right(1))
})

test('an action that throws frees the guard and is an error', async (t) => {
  const guard = join(await ownFolder(t), 'scope.guard')
  const thrown = await withGuard(guard, 'me', () => Promise.reject(new Error('boom')))()
  t.true(E.isLeft(thrown) && thrown.left.message.includes('boom'))
  t.deepEqual(await withGuardFor(0)(guard, 'me', async () => 1)(), E.right(1))
})

test('a guard that cannot be made is an error that names it', async (t) => {
  const folder = await ownFolder(t)
  await writeFile(join(folder, 'file'), '')
  const guard = join(folder, 'file', 'scope.guard')
  const refused = await withGuard(guard, 'me', async () => t.fail())()
  t.true(E.isLeft(refused) && refused.left.code === 'guard_failed')
  t.true(E.isLeft(refused) && refused.left.message.includes(guard))
})

for (const [kind, command] of [
  ['a FIFO', 'mkfifo'],
  ['a folder', 'mkdir'],
] as const)
  test(`${kind} in the place of the guard is named, to be moved away, and not waited for`, async (t) => {
    const guard = join(await ownFolder(t), 'scope.guard')
    execFileSync(command, [guard])
    const refused = await withGuard(guard, 'me', async () => t.fail())()
    if (E.isRight(refused)) return t.fail()
    t.regex(refused.left.message, new RegExp(`it is ${kind}, not a file.; move that away`))
  })

test('the advice is about what the machine ran out of', async (t) => {
  const guard = join(await ownFolder(t), 'scope.guard')
  for (const [code, advice] of [
    ['ENOSPC', /ENOSPC.*make room on that disk/],
    ['EMFILE', /EMFILE.*raise the limit of open files/],
    ['ENFILE', /ENFILE.*too many files open: close some programs/],
    ['NO_LOCKS: Too many open files', /raise the limit of open files/],
    ['NO_LOCKS', /run npm install again/],
    ['EACCES', /EACCES.*check that its folder is yours/],
  ] as const) {
    const error = Object.assign(new Error(`${code}: no more`), { code: code.split(':')[0] })
    const failed = await withGuard(guard, 'me', () => Promise.reject(error))()
    t.regex(E.isLeft(failed) ? failed.left.message : '', advice)
  }
})
