import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { sha256 } from '../../../adapters/node/sha256.js'
import { completeness } from '../../../adapters/projector/log-holds.js'
import { seal } from '../../../domain/log/seal.js'
import { fileNames, fileOf, projecting, projectionsOf, textsOf } from '../../support/projecting.js'
import { fcOptions } from '../../support/rounds.js'
import { ownFolder, sampleTime } from '../../support/sample-log.js'
import {
  asked,
  attached,
  ended,
  paused,
  resetTo,
  type StoryLog,
  said,
  someSession,
  someTurn,
  stopAsked,
  storyLog,
  submitted,
  wholeTurn,
} from '../../support/story.js'

const session = someSession(1)

const begun = async (t: ExecutionContext) => {
  const root = await ownFolder(t)
  return { root, story: await storyLog(root, session) }
}

/** Its files agree with the log. */
const followed = async (t: ExecutionContext) => {
  const { root, story } = await begun(t)
  const projector = projecting(t, root, story)
  await projector.advance()
  return { root, story, projector }
}

/** The log ends after its first group, the four records of a turn that runs. */
const cutToFour = async ({ path }: StoryLog): Promise<void> => {
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, 4)
  await writeFile(path, `${lines.join('\n')}\n`)
}

test('the files say what the conversation is, how the session stands and how far they follow', async (t) => {
  const { root, story } = await begun(t)

  await projecting(t, root, story).advance()

  const tip = story.tip()
  const history = await fileOf(root, story, 'history.json')
  t.deepEqual(Object.keys(history), ['session', 'head', 'items', 'segments'])
  t.deepEqual(history.head, tip)
  t.deepEqual(
    history.items.map(({ role }: { role: string }) => role),
    ['user', 'assistant'],
  )
  t.is(history.segments[0].segments[0].content, 'What is here?')
  t.deepEqual(await fileOf(root, story, 'status.json'), {
    session,
    pod: 'pod-a',
    status: 'idle',
    turn: null,
    head: tip,
  })
  const checkpoint = await fileOf(root, story, 'checkpoint.json')
  t.is(checkpoint.records, 6)
  t.deepEqual(checkpoint.tip, tip)
  t.is(checkpoint.offset, (await stat(story.path)).size)
  t.is(checkpoint.turns.length, 1)
  t.deepEqual(checkpoint.line.words, { user: 'What is here?', assistant: 'Two files.' })
})

test('history stays at the last rest while a turn runs, status goes with it', async (t) => {
  const { root, story, projector } = await followed(t)
  const [before] = await textsOf(root, story)

  await story.add(submitted(2, 'More?'), asked(2))
  await projector.advance()

  t.is((await textsOf(root, story))[0], before)
  const status = await fileOf(root, story, 'status.json')
  t.is(status.status, 'running')
  t.is(status.turn, someTurn(2))

  await story.add(paused(2))
  await projector.advance()

  t.is((await fileOf(root, story, 'history.json')).items.length, 3)
  t.is((await fileOf(root, story, 'status.json')).status, 'paused')
})

test('a turn that is taken back leaves history and status byte-equal to before', async (t) => {
  const { root, story, projector } = await followed(t)
  const before = await textsOf(root, story)
  const to = story.tip()

  await story.add(submitted(2, 'oops'), asked(2))
  await projector.advance()
  await story.add(stopAsked(2), resetTo(2, to))
  await projector.advance()

  const after = await textsOf(root, story)
  t.deepEqual(after.slice(0, 2), before.slice(0, 2))
  t.deepEqual((await fileOf(root, story, 'checkpoint.json')).line.words, {
    user: 'What is here?',
    assistant: 'Two files.',
  })
})

test('so does one that was taken back right after another Pod had taken the session', async (t) => {
  const { root, story, projector } = await followed(t)
  const before = await textsOf(root, story)

  await story.add(attached('pod-a'), submitted(2, 'oops'), asked(2))
  const to = { seq: 6, hash: story.records()[6]?.hash as never }
  await story.add(stopAsked(2), resetTo(2, to))
  await projector.advance()

  t.deepEqual((await textsOf(root, story)).slice(0, 2), before.slice(0, 2))
})

test('reached tells when the files agree with a record, and that they never did', async (t) => {
  const { root, story } = await begun(t)
  const projector = projecting(t, root, story)
  const here = projector.reached(5)
  const never = projector.reached(6)

  await projector.advance()

  t.true(await here)
  t.true(await projector.reached(3))
  t.false(await never)
})

test('closing ends the wait of everyone and writes nothing afterwards', async (t) => {
  const { root, story } = await begun(t)
  const projector = projecting(t, root, story)
  const waiting = projector.reached(5)

  await projector.close()
  await projector.advance()

  t.false(await waiting)
  await t.throwsAsync(stat(projectionsOf(root, story)), { code: 'ENOENT' })
})

test('a burst of appends is joined and the files agree with the last one', async (t) => {
  const { root, story } = await begun(t)
  const projector = projecting(t, root, story)

  const passes: Promise<boolean>[] = []
  for (let turn = 2; turn < 20; turn += 1)
    for (const group of wholeTurn(turn, `q${turn}`, `a${turn}`)) {
      await story.add(...group)
      passes.push(projector.advance())
    }

  await Promise.all(passes)
  t.true(await projector.reached(story.tip().seq))
  t.is((await fileOf(root, story, 'history.json')).items.length, 38)
})

for (const name of fileNames)
  for (const [how, damage] of [
    ['deleted', (path: string) => rm(path)],
    ['cut', (path: string) => truncate(path, 20)],
    [
      'changed by a letter',
      async (path: string) => {
        const text = await readFile(path, 'latin1')
        await writeFile(path, text.replace('ses', 'seS'), 'latin1')
      },
    ],
  ] as const)
    test(`${name} ${how} comes again byte-equal with the next projector`, async (t) => {
      const { root, story } = await followed(t)
      const before = await textsOf(root, story)

      await damage(join(projectionsOf(root, story), name))
      await projecting(t, root, story).advance()

      t.deepEqual(await textsOf(root, story), before)
      t.is(
        await completeness({ session, log: story.path, folder: projectionsOf(root, story) }),
        true,
      )
    })

test('files that agree are not written again', async (t) => {
  const { root, story, projector } = await followed(t)
  const places = () =>
    Promise.all(
      fileNames.map(async (name) => (await stat(join(projectionsOf(root, story), name))).ino),
    )
  const before = await places()

  await projector.advance()
  await projecting(t, root, story).advance()

  t.deepEqual(await places(), before)
})

test('a folder that is taken away from a running projector comes again with the next record', async (t) => {
  const { root, story, projector } = await followed(t)
  await rm(projectionsOf(root, story), { recursive: true })
  for (const group of wholeTurn(2, 'q', 'a')) await story.add(...group)
  await projector.advance()

  const texts = await textsOf(root, story)
  await rm(projectionsOf(root, story), { recursive: true })
  await projecting(t, root, story).advance()
  t.deepEqual(texts, await textsOf(root, story))
  t.deepEqual(projector.troubles, [])
})

test('two projectors at once end in the same bytes as one', async (t) => {
  const { root, story } = await begun(t)
  const both = [projecting(t, root, story), projecting(t, root, story)]

  for (let turn = 2; turn < 12; turn += 1)
    for (const group of wholeTurn(turn, `q${turn}`, 'a')) {
      await story.add(...group)
      for (const projector of both) void projector.advance()
    }
  await Promise.all(both.map(({ advance }) => advance()))

  const together = await textsOf(root, story)
  await rm(projectionsOf(root, story), { recursive: true })
  await projecting(t, root, story).advance()
  t.deepEqual(together, await textsOf(root, story))
  t.deepEqual(
    both.flatMap(({ troubles }) => troubles),
    [],
  )
})

test('a failing write is told once, harms nothing and is made good by the next advance', async (t) => {
  const { root, story } = await begun(t)
  await writeFile(join(root, 'projections'), 'a file where the folder should be')
  const projector = projecting(t, root, story)

  await projector.advance()
  await projector.advance()

  t.is(projector.troubles.length, 1)
  t.regex(projector.troubles[0] ?? '', /could not be written .*it is tried again/)
  await rm(join(root, 'projections'))
  await projector.advance()
  t.true(await projector.reached(5))
  t.is((await fileOf(root, story, 'status.json')).status, 'idle')
})

test('a torn tail and a torn group never happened', async (t) => {
  const { root, story, projector } = await followed(t)
  const before = await textsOf(root, story)

  const [first] = seal(sha256)([submitted(2, 'x'), asked(2)], story.tip(), sampleTime)
  await appendFile(story.path, `${first?.line}\n{"prev":"`)
  await projector.advance()
  const other = projecting(t, root, story)
  await other.advance()

  t.deepEqual(await textsOf(root, story), before)
  t.deepEqual([...projector.troubles, ...other.troubles], [])
})

test('a damaged line leaves the files as they were and is told with its place', async (t) => {
  const { root, story } = await followed(t)
  const before = await textsOf(root, story)
  const text = await readFile(story.path, 'utf8')
  await writeFile(story.path, `${text.replace('Two files.', 'Six files.')}`)
  await story.add(...(wholeTurn(2, 'q', 'a')[0] ?? []))

  const projector = projecting(t, root, story)
  await projector.advance()

  t.deepEqual(await textsOf(root, story), before)
  t.is(projector.troubles.length, 1)
  t.regex(projector.troubles[0] ?? '', /\.jsonl, line 5, byte \d+: the bytes.*yoi verify/)
})

test('a checkpoint that the log does not hold is kept before another is made', async (t) => {
  const { root, story } = await followed(t)
  const where = { session, log: story.path, folder: projectionsOf(root, story) }
  const witness = await readFile(join(where.folder, 'checkpoint.json'), 'utf8')
  await cutToFour(story)
  t.is(await completeness(where), false)

  const projector = projecting(t, root, story)
  await projector.advance()

  const kept = (await readdir(where.folder)).filter((name) => name.startsWith('checkpoint.lost-'))
  t.is(kept.length, 1)
  t.is(await readFile(join(where.folder, kept[0] ?? ''), 'utf8'), witness)
  t.is((await fileOf(root, story, 'checkpoint.json')).records, 4)
  t.is(await completeness(where), false)
  t.regex(projector.troubles[0] ?? '', /no longer holds records.*checkpoint\.lost-/)
})

test('records that come back under a running projector end what was said of them', async (t) => {
  const root = await ownFolder(t)
  const story = await storyLog(root, session)
  const where = { session, log: story.path, folder: projectionsOf(root, story) }
  const projector = projecting(t, root, story)
  await projector.advance()
  const whole = await readFile(story.path, 'utf8')
  const cut = whole.split('\n').slice(0, 4).join('\n').concat('\n')
  await writeFile(story.path, cut)
  await projector.advance()
  t.is(await completeness(where), false)

  await writeFile(story.path, whole)
  await projector.advance()

  t.is(await completeness(where), true)
  t.is((await readdir(where.folder)).length, 3)
})

test('a log that was cut under a running projector is folded anew and its end is missed', async (t) => {
  const { root, story, projector } = await followed(t)
  await cutToFour(story)

  await projector.advance()

  t.is((await fileOf(root, story, 'status.json')).status, 'running')
  t.is((await readdir(projectionsOf(root, story))).length, 4)
})

test('a log with an event of a later version keeps the files that the later version made', async (t) => {
  const { root, story } = await followed(t)
  const before = await textsOf(root, story)

  await story.add({ type: 'GoalSet', data: { text: 'win' } } as never)
  const projector = projecting(t, root, story)
  await projector.advance()

  t.deepEqual(await textsOf(root, story), before)
  t.regex(projector.troubles[0] ?? '', /GoalSet, which this version does not know/)
})

test('files are for their owner alone', async (t) => {
  const { root, story } = await begun(t)
  await mkdir(projectionsOf(root, story), { recursive: true })
  await chmod(projectionsOf(root, story), 0o777)

  await projecting(t, root, story).advance()

  const modes = [
    projectionsOf(root, story),
    ...fileNames.map((name) => join(projectionsOf(root, story), name)),
  ]
  t.deepEqual(
    await Promise.all(modes.map(async (path) => (await stat(path)).mode & 0o777)),
    [0o700, 0o600, 0o600, 0o600],
  )
})

test('projecting leaves every byte and time of the log as it was', async (t) => {
  const { root, story } = await begun(t)
  const before = {
    text: await readFile(story.path, 'utf8'),
    mtimeMs: (await stat(story.path)).mtimeMs,
  }

  await projecting(t, root, story).advance()

  t.deepEqual(
    { text: await readFile(story.path, 'utf8'), mtimeMs: (await stat(story.path)).mtimeMs },
    before,
  )
})

test('advances at any moments of any turns give what one look at the end gives', async (t) => {
  const step = fc.record({
    kind: fc.constantFrom('turn', 'open', 'pause', 'pod'),
    looks: fc.boolean(),
  })
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { root, story } = await begun(t)
        const projector = projecting(t, root, story)
        for (const [index, { kind, looks }] of steps.entries()) {
          const turn = index + 2
          if (kind === 'turn')
            await story.add(submitted(turn, 'q'), asked(turn), said(turn, 'a'), ended(turn))
          if (kind === 'open') await story.add(submitted(turn, 'q'), asked(turn))
          if (kind === 'pause') await story.add(submitted(turn, 'q'), asked(turn), paused(turn))
          if (kind === 'pod') await story.add(attached(`pod-${turn}`))
          if (looks) await projector.advance()
        }
        await projector.advance()
        const often = await textsOf(root, story)
        await rm(projectionsOf(root, story), { recursive: true })
        await projecting(t, root, story).advance()
        return often.join() === (await textsOf(root, story)).join()
      }),
      fcOptions(),
    ),
  )
})
