import { execFileSync } from 'node:child_process'
import { copyFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { completeness } from '../../adapters/projector/log-holds.js'
import { rebuildSession } from '../../adapters/projector/projector.js'
import { failingAt, underFileCalls } from '../support/file-calls.js'
import { projecting, projectionsOf, sourceOf, textsOf } from '../support/projecting.js'
import { ownFolder } from '../support/sample-log.js'
import { firstTurn, type StoryLog, someSession, storyLog, wholeTurn } from '../support/story.js'

const session = someSession(1)

/** A session that a running projector has written, and another way on from its first turn. */
const given = async (t: ExecutionContext) => {
  const root = await ownFolder(t)
  const story = await storyLog(root, session)
  const other = await storyLog(await ownFolder(t), session, firstTurn(session))
  const running = projecting(t, root, story)
  await running.advance()
  return { root, story, other, running, source: sourceOf(root, story) }
}

const addTurn = async (story: StoryLog, turn: number, words: string): Promise<void> => {
  for (const group of wholeTurn(turn, words, words)) await story.add(...group)
}

const lostIn = async (folder: string): Promise<number> =>
  (await readdir(folder)).filter((name) => name.startsWith('checkpoint.lost-')).length

const agrees = async (t: ExecutionContext, root: string, story: StoryLog): Promise<void> => {
  const place = await ownFolder(t)
  await rebuildSession({ ...sourceOf(root, story), folder: projectionsOf(place, story) })
  t.deepEqual(await textsOf(root, story), await textsOf(place, story))
}

test('what another projector saw is missed by one whose own log only grew', async (t) => {
  const { root, story, other, running, source } = await given(t)
  await addTurn(story, 2, 'seen by another one')
  await projecting(t, root, story).advance()

  await addTurn(other, 2, 'and then it went on in another way')
  await copyFile(other.path, story.path)
  t.true(await running.advance())

  t.is(await lostIn(source.folder), 1)
  t.is(await completeness(source), false)
  t.is(running.troubles.length, 1)
  await agrees(t, root, story)
})

test('a log that was replaced by a longer one is folded anew, and its end is missed', async (t) => {
  const { root, story, other, running, source } = await given(t)
  await addTurn(story, 2, 'first')
  await running.advance()

  await addTurn(other, 2, 'another one, and longer than what was there before')
  await copyFile(other.path, story.path)
  await running.advance()

  t.is(await lostIn(source.folder), 1)
  t.is(await completeness(source), false)
  await agrees(t, root, story)
})

test('so it is when any one file call of that fails and the log grows before the next try', async (t) => {
  for (let n = 0, isOver = false; !isOver; n += 1) {
    const { root, story, other, running, source } = await given(t)
    await addTurn(story, 2, 'first')
    await running.advance()
    await addTurn(other, 2, 'another one, and longer than what was there before')
    await copyFile(other.path, story.path)
    const { ask, hasFailed } = failingAt(n, 'EIO')
    await underFileCalls(ask, running.advance)
    isOver = !hasFailed()
    t.true(n < 100)

    await addTurn(other, 3, 'more')
    await copyFile(other.path, story.path)
    t.true(await running.advance())

    t.is(await lostIn(source.folder), 1, `failed at call ${n}`)
    await agrees(t, root, story)
  }
})

test('a file that is damaged where it lies is seen although its time was set back', async (t) => {
  const { root, story, running, source } = await given(t)
  const path = join(source.folder, 'history.json')
  const like = join(await ownFolder(t), 'like')
  const before = await stat(path)
  execFileSync('touch', ['-r', path, like])

  await writeFile(path, Buffer.alloc(before.size, 'x'))
  execFileSync('touch', ['-r', like, path])
  const { ino, size, mtimeMs } = await stat(path)
  t.deepEqual([ino, size, mtimeMs], [before.ino, before.size, before.mtimeMs])
  await story.add(...(wholeTurn(2, 'q', 'a')[0] ?? []))
  await running.advance()

  await agrees(t, root, story)
})
