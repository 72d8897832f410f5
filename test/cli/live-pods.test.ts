import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { processMark } from '../../adapters/lock/holder.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { listHolders } from '../../cli/list-holders.js'
import { listPods } from '../../cli/live-pods.js'
import { refreshLiveIndex } from '../../cli/sessions/live-index.js'
import { collectedIo } from '../support/collected-io.js'
import { startFixture } from '../support/run-fixture.js'
import { someSession, storyLog } from '../support/story.js'
import { tempHome } from '../support/temp-home.js'

// Two Pods in the registry and in live.json: this process, and one that is killed.

const given = async (t: ExecutionContext) => {
  const home = await tempHome(t)
  const paths = pathsFrom({ YOI_HOME: home })
  const io = collectedIo({ env: { YOI_HOME: home } })
  await storyLog(join(home, 'data'), someSession(1))
  const other = startFixture(t, 'hold-guard', [join(home, 'other'), 'other'])
  await other.line()
  const entry = (pod: string, pid: number, n: number) => ({
    ...processMark(pid),
    pod,
    socket: join(home, `${pod}.sock`),
    session: someSession(n),
    scope: { allow: [], deny: [] },
    parent: null,
    delegated: [],
  })
  const pods = [entry('mine', process.pid, 1), entry('other', other.pid, 2)]
  await writeFile(paths.scopeLock, JSON.stringify({ format: 1, pods }))
  t.true(E.isRight(await refreshLiveIndex(paths)))
  const rows = async () =>
    (JSON.parse(await readFile(paths.liveIndex, 'utf8')) as typeof pods).map(({ pod }) => pod)
  const killed = async () => {
    other.kill('SIGKILL')
    await other.ended
  }
  return { paths, io, rows, killed }
}

for (const [name, look] of [
  ['yoi pods', listPods],
  ['yoi sessions and yoi watch', listHolders],
] as const)
  test(`${name}: whoever looks and finds a Pod gone takes it out of live.json`, async (t) => {
    const { io, rows, killed } = await given(t)
    t.deepEqual(await rows(), ['mine', 'other'])
    await killed()
    const seen = await look(io)()
    t.deepEqual(E.isRight(seen) && seen.right.map(({ pod }) => pod), ['mine'])
    t.deepEqual(await rows(), ['mine'])
  })

test('looking at what is as it was writes nothing', async (t) => {
  const { paths, io } = await given(t)
  const before = await stat(paths.liveIndex, { bigint: true })
  await listHolders(io)()
  const after = await stat(paths.liveIndex, { bigint: true })
  t.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs])
})

test('a list waits for nobody who holds the guard, and does not need to write', async (t) => {
  const { paths, io, rows, killed } = await given(t)
  const holder = startFixture(t, 'hold-guard', [paths.scopeGuard, 'Pod slow'])
  await holder.line()
  await killed()
  t.true(E.isRight(await listHolders(io)()))
  t.deepEqual(await rows(), ['mine', 'other'])
  await holder.end()
  await chmod(paths.projections, 0o500)
  t.true(E.isRight(await listHolders(io)()))
  await chmod(paths.projections, 0o700)
  await writeFile(paths.liveIndex, '{"no list')
  await listHolders(io)()
  t.deepEqual(await rows(), ['mine'])
})

test("another Pod's row stays as that Pod wrote it", async (t) => {
  const { paths, io, rows, killed } = await given(t)
  const text = (await readFile(paths.liveIndex, 'utf8')).replace('"idle"', '"running"')
  await writeFile(paths.liveIndex, text)
  await killed()
  await listHolders(io)()
  t.deepEqual(await rows(), ['mine'])
  t.like(JSON.parse(await readFile(paths.liveIndex, 'utf8'))[0], { pod: 'mine', status: 'running' })
})

test('where there was never a Pod, looking makes nothing', async (t) => {
  const home = await tempHome(t)
  const io = collectedIo({ env: { YOI_HOME: join(home, 'none') } })
  t.deepEqual(await listPods(io)(), E.right([]))
  await t.throwsAsync(stat(join(home, 'none')), { code: 'ENOENT' })
})
