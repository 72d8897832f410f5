import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { completeness } from '../../adapters/projector/log-holds.js'
import { rebuildSession } from '../../adapters/projector/projector.js'
import { readLine } from '../../cli/sessions/read-line.js'
import { dyingAt, failingAt, systemError, underFileCalls } from '../support/file-calls.js'
import {
  fileNames,
  projecting,
  projectionsOf,
  reader,
  sourceOf,
  textsOf,
} from '../support/projecting.js'
import { fcOptions } from '../support/rounds.js'
import { ownFolder } from '../support/sample-log.js'
import { firstTurn, type StoryLog, someSession, storyLog, wholeTurn } from '../support/story.js'
import { growing, steps } from '../support/story-steps.js'

const session = someSession(1)

const given = async (t: ExecutionContext) => {
  const root = await ownFolder(t)
  const story = await storyLog(root, session)
  for (const group of wholeTurn(2, 'And 日本?', 'Two 😀 files.')) await story.add(...group)
  const source = sourceOf(root, story)
  const texts = () => textsOf(root, story)
  const scratch = () => fromScratch(root, story)
  await rebuildSession(source)
  return { root, story, source, texts, scratch, whole: await texts() }
}

/** The files that a fold from the first record gives, made in a place of their own. */
const fromScratch = async (root: string, story: StoryLog): Promise<ReadonlyArray<string>> => {
  const place = join(root, 'scratch')
  await rm(place, { recursive: true, force: true })
  await rebuildSession({ ...sourceOf(root, story), folder: projectionsOf(place, story) })
  return textsOf(place, story)
}

/** Cuts a log behind its fourth record, whole lines only. */
const cutLog = async ({ path }: StoryLog): Promise<void> => {
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, 4)
  await writeFile(path, lines.map((line) => `${line}\n`).join(''))
}

const lostIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readdir(folder)).filter((name) => name.startsWith('checkpoint.lost-'))

type Damage = (path: string) => Promise<unknown>

const replaced =
  (put: Damage): Damage =>
  async (path) => {
    await unlink(path)
    await put(path)
  }

const damages: ReadonlyArray<readonly [string, Damage]> = [
  ['deleted', unlink],
  ['emptied', (path) => truncate(path, 0)],
  ['garbage', (path) => writeFile(path, randomBytes(3000))],
  ['garbage of its size', async (path) => writeFile(path, randomBytes((await stat(path)).size))],
  ['NULs of its size', async (path) => writeFile(path, Buffer.alloc((await stat(path)).size))],
  ['other JSON', (path) => writeFile(path, '{"format":1}\n')],
  ['larger than memory', (path) => truncate(path, 2 ** 42)],
  ['an empty folder', replaced((path) => mkdir(path))],
  ['a folder with a file', replaced((path) => mkdir(join(path, 'a'), { recursive: true }))],
  ['a link to nowhere', replaced((path) => symlink('/nowhere/at/all', path))],
  ['a link to itself', replaced((path) => symlink(path, path))],
  ['a link to a device', replaced((path) => symlink('/dev/zero', path))],
  ['a FIFO', replaced(async (path) => execFileSync('mkfifo', [path]))],
]

for (const name of fileNames) {
  const path = ({ source }: Awaited<ReturnType<typeof given>>) => join(source.folder, name)
  for (const [how, damage] of damages)
    test(`${name} that is ${how} comes again to the byte, and a cut log is noticed after it`, async (t) => {
      const world = await given(t)
      const place = world.source
      const line = await readLine(reader, place)
      for (const heal of [
        () => projecting(t, world.root, world.story).advance(),
        rebuilds(place),
      ]) {
        await damage(path(world))
        t.deepEqual(await readLine(reader, place), line)
        await heal()
        t.deepEqual(await world.texts(), world.whole)
        t.is(await completeness(place), true)
      }
      await cutLog(world.story)
      await projecting(t, world.root, world.story).advance()
      t.is((await lostIn(place.folder)).length, 1)
      t.is(await completeness(place), false)
    })

  test(`${name} cut or changed at every 64th byte comes again to the byte`, async (t) => {
    const world = await given(t)
    const bytes = await readFile(path(world))
    for (let at = 0; at < bytes.length; at += 64) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      for (const damaged of [bytes.subarray(0, at), changed]) {
        await writeFile(path(world), damaged)
        await projecting(t, world.root, world.story).advance()
        t.deepEqual(await world.texts(), world.whole, `${name}, byte ${at}`)
      }
    }
  })

  // Root may read whatever it wants, so the system's refusal is put in its place.
  test(`${name} that may not be read is made again`, async (t) => {
    const world = await given(t)
    const refuses = (call: string, of: string) => {
      if (of === path(world) && ['open', 'readFile'].includes(call)) throw systemError('EACCES')
    }
    const { ino } = await stat(path(world))
    const projector = projecting(t, world.root, world.story)
    t.true(await underFileCalls(refuses, projector.advance))
    // A checkpoint is set aside, since it may have seen what is gone.
    const isWitness = name === 'checkpoint.json'
    t.is(projector.troubles.length, isWitness ? 1 : 0)
    t.not((await stat(path(world))).ino, ino)
    t.deepEqual(await world.texts(), world.whole)
  })
}

const rebuilds = (source: ReturnType<typeof sourceOf>) => () => rebuildSession(source)

test('a folder with something in it is kept beside the file that takes its place', async (t) => {
  const { source } = await given(t)
  const path = join(source.folder, 'status.json')
  await unlink(path)
  await mkdir(path)
  await writeFile(join(path, 'mine'), 'kept')

  t.deepEqual(await rebuildSession(source), { type: 'made' })

  const aside = (await readdir(source.folder)).find((name) => name.includes('.aside-')) ?? ''
  t.is(await readFile(join(source.folder, aside, 'mine'), 'utf8'), 'kept')
})

test('a running projector notices that another file of the same size lies in the place of its own', async (t) => {
  const { root, story, source, texts, scratch } = await given(t)
  const projector = projecting(t, root, story)
  await story.add(...(wholeTurn(3, 'q', 'a')[0] ?? []))
  await projector.advance()
  const path = join(source.folder, 'history.json')
  await writeFile(path, Buffer.alloc((await stat(path)).size, 'x'))

  await story.add(...(wholeTurn(3, 'q', 'a')[1] ?? []).slice(0, 1))
  await projector.advance()

  t.deepEqual(await texts(), await scratch())
})

test('at every record of any log, following gives what a fold from scratch gives', async (t) => {
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const root = await ownFolder(t)
        const story = await storyLog(root, session, firstTurn(session).slice(0, 1))
        const projector = projecting(t, root, story)
        for await (const _ of growing(story, taken)) {
          await projector.advance()
          t.deepEqual(await textsOf(root, story), await fromScratch(root, story))
        }
        await rm(root, { recursive: true })
      }),
      fcOptions(0.3),
    ),
  )
})

const beginnings: ReadonlyArray<
  readonly [string, (world: { story: StoryLog; folder: string }) => Promise<unknown>]
> = [
  ['no files', ({ folder }) => rm(folder, { recursive: true })],
  ['files that are behind', ({ story }) => story.add(...(wholeTurn(3, 'q', 'a')[0] ?? []))],
  ['a log that was cut', ({ story }) => cutLog(story)],
  [
    'a folder in the place of a file',
    async ({ folder }) => {
      await unlink(join(folder, 'history.json'))
      await mkdir(join(folder, 'history.json', 'a'), { recursive: true })
    },
  ],
]

for (const [what, begin] of beginnings)
  test(`a projector that is killed at any file call, with ${what}, is made good by the next`, async (t) => {
    for (let n = 0, isOver = false; !isOver; n += 1) {
      const { root, story, source, texts, scratch } = await given(t)
      await begin({ story, folder: source.folder })
      const { ask, died } = dyingAt(n)
      const killed = underFileCalls(ask, () => rebuildSession(source))
      isOver = (await Promise.race([killed.then(() => 'done' as const), died])) === 'done'
      t.true(n < 100)

      const next = projecting(t, root, story)
      t.true(await next.advance())

      t.deepEqual(await texts(), await scratch(), `killed at call ${n}`)
      t.is(await completeness(source), what !== 'a log that was cut', `killed at call ${n}`)
    }
  })

for (const code of ['EMFILE', 'EIO'])
  for (const [what, begin] of beginnings)
    test(`${code} at any file call, with ${what}, accuses no log and is over with the next advance`, async (t) => {
      for (let n = 0, isOver = false; !isOver; n += 1) {
        const { root, story, source, texts, scratch } = await given(t)
        await begin({ story, folder: source.folder })
        const { ask, hasFailed } = failingAt(n, code)
        const projector = projecting(t, root, story)
        await underFileCalls(ask, projector.advance)
        isOver = !hasFailed()
        t.true(n < 100)

        t.true(await projector.advance())

        t.deepEqual(await texts(), await scratch(), `failed at call ${n}`)
        const wasCut = what === 'a log that was cut'
        t.is(await completeness(source), !wasCut, `failed at call ${n}`)
        t.true(projector.troubles.length <= (wasCut ? 2 : 1), projector.troubles.join('\n'))
      }
    })

test('a machine that is out of descriptors says nothing about a log', async (t) => {
  const { source } = await given(t)
  for (let n = 0, isOver = false; !isOver; n += 1) {
    const { ask, hasFailed } = failingAt(n, 'EMFILE')
    const said = await underFileCalls(ask, () => completeness(source))
    isOver = !hasFailed()
    t.is(said, isOver ? true : 'unknown', `failed at call ${n}`)
  }
})
