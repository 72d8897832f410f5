import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { writeAtomic } from '../../../adapters/node/write-atomic.js'
import { eventually } from '../../support/eventually.js'
import { fileOf, projecting, projectionsOf, textsOf } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import {
  asked,
  firstTurn,
  paused,
  type StoryLog,
  someSession,
  storyLog,
  submitted,
} from '../../support/story.js'

const script = fileURLToPath(new URL('../../support/run-watch.js', import.meta.url))

const given = async (t: ExecutionContext, pods: ReadonlyArray<object> = []) => {
  const home = await ownFolder(t)
  const root = join(home, 'data')
  await holdPods(home, pods)
  const add = (n: number) => storyLog(root, someSession(n), firstTurn(someSession(n)))
  const follows = (story: StoryLog) =>
    eventually(async () => {
      const read = () => fileOf(root, story, 'checkpoint.json')
      return (await read().catch(() => undefined))?.tip.hash === story.tip().hash
    })
  return { home, root, add, follows }
}

// Replaced whole, as the registry is: the watcher may read it at any moment.
const holdPods = (home: string, pods: ReadonlyArray<object>) =>
  writeAtomic(join(home, 'pods.json'), JSON.stringify(pods))

const watching = async (t: ExecutionContext, home: string) => {
  const child = spawn(process.execPath, [script], { env: { YOI_HOME: home } })
  const gone = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await gone
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (bytes) => (said.out += bytes))
  child.stderr.on('data', (bytes) => (said.err += bytes))
  await eventually(() => said.out.includes('watching'))
  return { child, said }
}

const ends = async (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> => {
  const exit = once(child, 'exit')
  child.kill(signal)
  return (await exit)[0]
}

test('what was missed is made good, and what happens then is followed', async (t) => {
  const { home, add, follows } = await given(t)
  const missed = await add(1)
  const { child, said } = await watching(t, home)
  await follows(missed)

  await missed.add(submitted(2, 'q'), asked(2))
  await missed.add(paused(2))
  await follows(missed)
  const copied = await add(2)
  await follows(copied)

  t.is(await ends(child, 'SIGINT'), 130)
  t.is(said.err, '')
})

test('a session that a live Pod holds is left to it, and taken up when the Pod is gone', async (t) => {
  const { home, root, add, follows } = await given(t, [{ pod: 'p', session: someSession(1) }])
  const held = await add(1)
  const free = await add(2)
  const { child } = await watching(t, home)
  await follows(free)
  await held.add(submitted(2, 'q'), asked(2))
  await free.add(submitted(2, 'q'), asked(2))
  await follows(free)
  await t.throwsAsync(stat(projectionsOf(root, held)), { code: 'ENOENT' })

  await holdPods(home, [])
  await follows(held)

  t.is(await ends(child, 'SIGTERM'), 0)
})

test('a damaged log is told and keeps none of the others from being followed', async (t) => {
  const { home, add, follows } = await given(t)
  const bad = await add(1)
  await writeFile(bad.path, (await readFile(bad.path, 'utf8')).replace('Two files', 'Ten files'))
  const good = await add(2)
  const { said } = await watching(t, home)

  await follows(good)
  await eventually(() => /line 5, byte \d+/.test(said.err))

  t.is(said.err.match(/line 5/g)?.length, 1)
})

test('a watcher that is killed beside another one, and one that comes after it, leave the same files', async (t) => {
  const { home, root, add, follows } = await given(t)
  const story = await add(1)
  const killed = await watching(t, home)
  const other = await watching(t, home)
  await follows(story)
  for (let turn = 2; turn < 8; turn += 1) {
    await story.add(submitted(turn, 'q'), asked(turn))
    if (turn === 4) killed.child.kill('SIGKILL')
    await story.add(paused(turn))
  }
  await follows(story)
  t.is(await ends(other.child, 'SIGINT'), 130)

  await story.add(submitted(9, 'q'), asked(9))
  await watching(t, home)
  await follows(story)

  const { session, path } = story
  const elsewhere = join(home, 'elsewhere')
  await projecting(t, elsewhere, { session, path }).advance()
  t.deepEqual(await textsOf(root, story), await textsOf(elsewhere, story))
  t.is(other.said.err, '')
})

test('a log that is deleted while it is followed is let go', async (t) => {
  const { home, add, follows } = await given(t)
  const story = await add(1)
  const { child } = await watching(t, home)
  await follows(story)

  await rm(story.path)
  const next = await add(2)
  await follows(next)

  t.is(await ends(child, 'SIGINT'), 130)
})
