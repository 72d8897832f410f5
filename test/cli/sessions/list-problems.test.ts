import { execFileSync } from 'node:child_process'
import {
  appendFile,
  copyFile,
  mkdir,
  readFile,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { listSessions } from '../../../cli/sessions/list-sessions.js'
import type { ListedSession } from '../../../projections/session-row.js'
import { noLook } from '../../support/no-look.js'
import { projecting, reader } from '../../support/projecting.js'
import { fcOptions } from '../../support/rounds.js'
import { ownFolder } from '../../support/sample-log.js'
import {
  firstTurn,
  type StoryLog,
  said,
  sealStory,
  someSession,
  started,
  storyLog,
  submitted,
  wholeTurn,
} from '../../support/story.js'

const given = async (t: ExecutionContext) => {
  const home = await ownFolder(t)
  const root = join(home, 'data')
  const request = {
    paths: pathsFrom({ YOI_HOME: home }),
    reader,
    pods: new Map(),
    limit: 100,
    look: noLook,
  }
  const rows = async (): Promise<ReadonlyArray<ListedSession>> => {
    const list = await listSessions(request)
    return E.isRight(list) ? list.right.rows : t.fail(list.left) && []
  }
  /** The row of session 1; a whole session beside it must be listed whatever is wrong with it. */
  const row = async (): Promise<ListedSession> => {
    const all = await rows()
    t.like(
      all.find(({ session }) => session === someSession(2)),
      { records: 6, isRefused: false },
    )
    const found = all.find(({ session }) => session === someSession(1))
    return found ?? t.fail('session 1 is not listed')
  }
  const story = await storyLog(root, someSession(1))
  await storyLog(root, someSession(2))
  return { root, story, row, rows }
}

/** A story whose log is longer than what a list reads whole. */
const grown = async (story: StoryLog): Promise<void> => {
  for (let turn = 2; turn < 60; turn += 1)
    for (const group of wholeTurn(turn, `q${turn} ${'x'.repeat(10_000)}`, `a${turn}`))
      await story.add(...group)
}

const overwrite = async (path: string, offset: number, text: string): Promise<void> => {
  const bytes = await readFile(path)
  bytes.write(text, offset < 0 ? bytes.length + offset : offset)
  await writeFile(path, bytes)
}

for (const length of ['short', 'long'] as const) {
  const made = async (t: ExecutionContext) => {
    const world = await given(t)
    if (length === 'long') await grown(world.story)
    return world
  }

  test(`a ${length} log that became shorter than its checkpoint says so and can be resumed`, async (t) => {
    const { root, story, row } = await made(t)
    const size = (await readFile(story.path)).length
    await story.add(...(wholeTurn(90, 'lost', 'lost')[0] ?? []))
    await projecting(t, root, story).advance()
    await truncate(story.path, size)

    t.like(await row(), {
      problem: 'the log is shorter than it was: records that were seen in it are gone',
      isRefused: false,
    })
  })

  test(`a ${length} log with another line where its checkpoint ended says so`, async (t) => {
    const { root, story, row } = await made(t)
    await projecting(t, root, story).advance()
    const other = sealStory(firstTurn(story.session, 'Another?', 'Yes.'))
    const rest = 'y'.repeat((await readFile(story.path)).length)
    const more = sealStory([...firstTurn(story.session, 'Another?'), [submitted(2, rest)]])
    const lines = length === 'short' ? more : [...other, ...more.slice(6)]
    await writeFile(story.path, lines.map(({ line }) => `${line}\n`).join(''))

    const { problem, preview } = await row()

    t.is(problem, 'the log is another than the one that was seen: records of that one are gone')
    t.regex(preview, /^y+… → /)
  })

  for (const checkpoint of ['with', 'without'] as const)
    test(`a ${length} log ${checkpoint} a checkpoint shows damage in its last line`, async (t) => {
      const { root, story, row } = await made(t)
      if (checkpoint === 'with') await projecting(t, root, story).advance()
      await overwrite(story.path, -100, '#')

      const { problem, isRefused, cwd } = await row()

      t.regex(problem ?? '', /byte \d+: /)
      t.true(isRefused)
      t.is(cwd, '/work/here')
    })

  test(`a ${length} log of another session under this name says whose it is`, async (t) => {
    const { root, story, row } = await given(t)
    const elsewhere = await storyLog(await ownFolder(t), someSession(7))
    if (length === 'long') await grown(elsewhere)
    await copyFile(elsewhere.path, story.path)
    const expected = {
      problem: `this is the log of session ${someSession(7)} under another name`,
      isRefused: true,
    }
    t.like(await row(), expected)

    await projecting(t, root, story).advance()
    t.like(await row(), expected)
  })

  test(`a ${length} log whose head was overwritten shows it, though its checkpoint is current`, async (t) => {
    const { root, story, row } = await made(t)
    await projecting(t, root, story).advance()
    await overwrite(story.path, 0, '#')

    t.like(await row(), {
      problem: 'this is not a log of yoi: it does not begin with SessionStarted',
      isRefused: true,
    })
  })

  test(`a ${length} log of a newer format is listed with its words and is not resumed`, async (t) => {
    const { story, row } = await given(t)
    const [first = [], ...rest] = firstTurn(story.session)
    const newer = { ...started(story.session) } as { data: object }
    newer.data = { ...newer.data, format: 2 }
    const long = length === 'long' ? [[submitted(2, 'x'.repeat(400_000)), said(2, 'a2')]] : []
    const lines = sealStory([[newer as never, ...first.slice(1)], ...rest, ...long])
    await writeFile(story.path, lines.map(({ line }) => `${line}\n`).join(''))

    t.like(await row(), {
      problem: 'its format is 2 and this version of yoi knows up to 1',
      isRefused: true,
      records: lines.length,
    })
  })
}

/** As an editor of the file would leave it: of the same length, and written a minute later. */
const edited = async (path: string, from: string, to: string): Promise<void> => {
  await writeFile(path, (await readFile(path, 'utf8')).replace(from, to))
  const later = Date.now() / 1000 + 60
  await utimes(path, later, later)
}

test('a short log that was changed in its middle shows it, though its checkpoint is current', async (t) => {
  const { root, story, row } = await given(t)
  await projecting(t, root, story).advance()
  await edited(story.path, 'What is here?', 'What is hers?')

  const { problem, isRefused } = await row()

  t.regex(problem ?? '', /^line 3, byte \d+: the bytes of the line do not give its hash$/)
  t.true(isRefused)
})

test('so does one of which its checkpoint has not seen the end', async (t) => {
  const { root, story, row } = await given(t)
  await projecting(t, root, story).advance()
  await story.add(submitted(2, 'And now?'))
  await edited(story.path, 'What is here?', 'What is hers?')

  t.regex((await row()).problem ?? '', /^line 3, byte \d+: the bytes of the line/)
})

test('a log that was touched and is whole is listed as it was', async (t) => {
  const { root, story, row } = await given(t)
  await grown(story)
  await projecting(t, root, story).advance()
  const { more: before, ...seen } = await row()
  await edited(story.path, '', '')

  const { more: after, ...touched } = await row()
  t.deepEqual(touched, seen)
  t.is(after?.used, before?.used)
})

test('an event of a later version is named, and the session is not resumed', async (t) => {
  const { story, row } = await given(t)
  await story.add({ type: 'GoalDreamt', data: {} } as never)

  t.like(await row(), {
    problem: 'it holds GoalDreamt, which this version of yoi does not know',
    isRefused: true,
    preview: 'What is here? → Two files.',
  })
})

test('an unfinished last line or group takes nothing from the row', async (t) => {
  const { story, row } = await given(t)
  const { more: before, ...whole } = await row()
  await appendFile(story.path, '{"prev":"')

  const { more: after, ...torn } = await row()
  t.deepEqual(torn, whole)
  t.is(after?.lastPod, before?.lastPod)
})

test('a log whose first group was never finished says that nothing happened', async (t) => {
  const { story, row } = await given(t)
  const [line = ''] = (await readFile(story.path, 'utf8')).split('\n')
  for (const text of [line.slice(0, 400), `${line}\n`, `${line}\n{"prev":`]) {
    await writeFile(story.path, text)
    t.like(await row(), {
      problem: 'its first records were not written to their end, so nothing in it happened',
      isRefused: true,
    })
  }
  await writeFile(story.path, '')
  t.like(await row(), { problem: 'the file is empty: nothing was ever written to it' })
})

const kinds: ReadonlyArray<readonly [kind: string, make: (path: string) => unknown]> = [
  ['folder', (path) => mkdir(path)],
  ['FIFO', (path) => execFileSync('mkfifo', [path])],
]

for (const [kind, make] of kinds)
  test(`a ${kind} in the place of a log has a row that says so`, async (t) => {
    const { story, row } = await given(t)
    await rm(story.path)
    await make(story.path)

    t.like(await row(), {
      problem: `the log cannot be read: it is a ${kind}, not a file`,
      isRefused: true,
    })
  })

test('a file of another name than that of a session is no row', async (t) => {
  const { root, rows } = await given(t)
  await writeFile(join(root, 'sessions', 'notes.jsonl'), 'x')
  await writeFile(join(root, 'sessions', `${someSession(4)}.jsonl.bak`), 'x')

  t.is((await rows()).length, 2)
})

test('a checkpoint that is damaged, foreign or from elsewhere changes nothing of the row', async (t) => {
  const { root, story, row } = await given(t)
  const whole = await row()
  await projecting(t, root, story).advance()
  const path = join(root, 'projections', story.session, 'checkpoint.json')
  const text = await readFile(path, 'utf8')
  const others = [
    text.slice(0, -20),
    text.replace('Two files', 'Six files'),
    '{}',
    '',
    '\0'.repeat(99),
  ]
  for (const other of others) {
    await writeFile(path, other)
    t.deepEqual(await row(), whole)
  }
})

const isRefusedByPods = async (path: string): Promise<boolean> => {
  let isEmpty = true
  for await (const reading of reader.read(path, { onProblem: 'stop' })) {
    if (reading.type === 'problem') return true
    isEmpty &&= reading.type !== 'group'
  }
  return isEmpty
}

test('whatever bytes a log has lost or got, its row is there and says what a Pod would', async (t) => {
  const { root, story, row } = await given(t)
  await projecting(t, root, story).advance()
  const whole = await readFile(story.path)
  const checkpoint = join(root, 'projections', story.session, 'checkpoint.json')
  const seen = await readFile(checkpoint)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.nat(whole.length),
      fc.uint8Array({ maxLength: 40 }),
      fc.boolean(),
      async (from, to, bytes, keepsCheckpoint) => {
        const damaged = Buffer.concat([whole.subarray(0, from), bytes, whole.subarray(to)])
        await writeFile(story.path, damaged)
        await (keepsCheckpoint ? writeFile(checkpoint, seen) : rm(checkpoint, { force: true }))
        const { isRefused, records } = await row()
        const refuses = await isRefusedByPods(story.path)
        // A checkpoint that the log still holds is believed for what lies before it.
        return isRefused === refuses || (keepsCheckpoint && refuses && records === 6)
      },
    ),
    fcOptions(),
  )
})

test('a log that was emptied is not called one in which nothing ever was', async (t) => {
  const { root, story, row } = await given(t)
  await projecting(t, root, story).advance()
  await truncate(story.path, 0)

  t.like(await row(), {
    problem: 'the log is empty: all records that were seen in it are gone',
    isRefused: true,
  })
})
