import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { rebuildCommand } from '../../../cli/commands/rebuild.js'
import { collectedIo } from '../../support/collected-io.js'
import { systemError, underFileCalls } from '../../support/file-calls.js'
import { fileNames, fileOf, projecting, projectionsOf, textsOf } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import { asked, firstTurn, paused, someSession, storyLog, submitted } from '../../support/story.js'

const given = async (t: ExecutionContext) => {
  const home = await ownFolder(t)
  const root = join(home, 'data')
  const add = (n: number) => storyLog(root, someSession(n), firstTurn(someSession(n)))
  const rebuild = async (...argv: string[]) => {
    const io = collectedIo({ env: { YOI_HOME: home } })
    const code = await rebuildCommand.run(argv, io)
    return { code, out: io.out(), err: io.err() }
  }
  return { root, add, rebuild }
}

test('after all projections were deleted they come again byte-equal', async (t) => {
  const { root, add, rebuild } = await given(t)
  const stories = [await add(1), await add(2), await add(3)]
  for (const [index, story] of stories.entries()) {
    if (index > 0) await story.add(submitted(2, 'more'), asked(2))
    const projector = projecting(t, root, story)
    await projector.advance()
    if (index > 1) await story.add(paused(2))
    await projector.advance()
  }
  const before = await Promise.all(stories.map((story) => textsOf(root, story)))
  await rm(join(root, 'projections'), { recursive: true })

  const { code, out } = await rebuild()

  t.is(code, 0)
  t.is(out, 'rebuilt 3 of 3 sessions\n')
  t.deepEqual(await Promise.all(stories.map((story) => textsOf(root, story))), before)
})

test('files that agree among themselves and not with the log are made again', async (t) => {
  const { root, add, rebuild } = await given(t)
  const story = await add(1)
  await projecting(t, root, story).advance()
  const before = await textsOf(root, story)
  const status = join(projectionsOf(root, story), 'status.json')
  await writeFile(status, (await readFile(status, 'utf8')).replace('idle', 'away'))

  t.is((await rebuild('0001', '--json')).out, `[\n  {\n    "session": "${story.session}"\n  }\n]\n`)

  t.deepEqual(await textsOf(root, story), before)
})

test('only the named session is rebuilt', async (t) => {
  const { root, add, rebuild } = await given(t)
  await add(1)
  await add(2)

  t.is((await rebuild(someSession(2))).code, 0)

  const made = await readdir(join(root, 'projections'))
  t.deepEqual(
    made.filter((name) => name !== 'live.json'),
    [someSession(2)],
  )
})

test('a damaged log keeps its files, is named on stderr and gives 1; the others are rebuilt', async (t) => {
  const { root, add, rebuild } = await given(t)
  const bad = await add(1)
  await projecting(t, root, bad).advance()
  const before = await textsOf(root, bad)
  await writeFile(bad.path, (await readFile(bad.path, 'utf8')).replace('Two files', 'Ten files'))
  const good = await add(2)

  const { code, out, err } = await rebuild()

  t.is(code, 1)
  t.is(out, 'rebuilt 1 of 2 sessions\n')
  t.regex(err, /^yoi: \S+\.jsonl, line 5, byte \d+: .*yoi verify 0192aaaa/)
  t.deepEqual(await textsOf(root, bad), before)
  t.is((await textsOf(root, good)).length, fileNames.length)
})

test('a log that is closed to us keeps its files, and that is all that is said', async (t) => {
  const { root, add, rebuild } = await given(t)
  const story = await add(1)
  await projecting(t, root, story).advance()
  const before = await textsOf(root, story)
  const closed = (call: string, path: string): void => {
    if (call === 'open' && path === story.path) throw systemError('EACCES')
  }

  const { code, out, err } = await underFileCalls(closed, rebuild)

  t.is(code, 1)
  t.is(out, 'rebuilt 0 of 1 sessions\n')
  t.regex(
    err,
    /^yoi: \S+: the log cannot be read: EACCES.*; history.json and status.json are left as they are\n$/,
  )
  t.deepEqual(await textsOf(root, story), before)
})

test('of the log of another session no files are made', async (t) => {
  const { root, add, rebuild } = await given(t)
  const story = await add(1)
  await copyFile(story.path, join(root, 'sessions', `${someSession(2)}.jsonl`))

  const { code, out, err } = await rebuild(someSession(2))

  t.is(code, 1)
  t.is(out, 'rebuilt 0 of 1 sessions\n')
  t.regex(err, /line 1, byte 0: this is the log of session \S+1 under another name/)
  t.deepEqual(await readdir(join(root, 'projections')), ['live.json'])
})

test('of a log that lacks its end the files are made, and each time it is said what is gone', async (t) => {
  const { root, add, rebuild } = await given(t)
  const story = await add(1)
  await projecting(t, root, story).advance()
  const lines = (await readFile(story.path, 'utf8')).split('\n')
  await writeFile(story.path, lines.slice(0, 4).join('\n').concat('\n'))

  for (const _ of ['first', 'second']) {
    const { code, out, err } = await rebuild(story.session)
    t.is(code, 0)
    t.is(out, 'rebuilt 1 of 1 sessions\n')
    t.regex(
      err,
      /^yoi: The log of this session does not hold all that was seen of it; yoi verify \S+ says more/,
    )
    t.is((await fileOf(root, story, 'checkpoint.json')).records, 4)
  }
})

test('of a log in which nothing has happened no files are made, and that is said', async (t) => {
  const { root, add, rebuild } = await given(t)
  await add(1)
  await writeFile(join(root, 'sessions', `${someSession(2)}.jsonl`), '')
  const { code, out } = await rebuild()
  t.is(code, 0)
  t.is(out, 'rebuilt 1 of 2 sessions; nothing has happened yet in 1\n')
  t.deepEqual(JSON.parse((await rebuild(someSession(2), '--json')).out), [
    { session: someSession(2), empty: true },
  ])
})

test('rebuilding changes no byte and no time of a log', async (t) => {
  const { add, rebuild } = await given(t)
  const { path } = await add(1)
  const before = await stat(path)

  await rebuild()

  const after = await stat(path)
  t.deepEqual([after.mtimeMs, after.size], [before.mtimeMs, before.size])
})

const damages: Readonly<Record<string, (path: string) => unknown>> = {
  'is gone': () => undefined,
  'is garbage': (path) => writeFile(path, Buffer.alloc(200, 0xff)),
  'is a folder with something in it': (path) => mkdir(join(path, 'a'), { recursive: true }),
  'is a link to itself': (path) => symlink(path, path),
  'is a FIFO': (path) => execFileSync('mkfifo', [path]),
}

for (const [how, put] of Object.entries(damages))
  test(`the list of live sessions comes again byte-equal when it ${how}`, async (t) => {
    const { root, rebuild } = await given(t)
    const path = join(root, 'projections', 'live.json')
    t.is((await rebuild()).code, 0)
    const before = await readFile(path, 'utf8')
    await rm(path)
    await put(path)

    t.is((await rebuild()).code, 0)

    t.is(await readFile(path, 'utf8'), before)
  })

test('an unknown session and a word too many are refused', async (t) => {
  const { rebuild } = await given(t)

  t.is((await rebuild('ffff')).code, 1)
  t.is((await rebuild('a', 'b')).code, 2)
})
