import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { sessionsCommand } from '../../../cli/commands/sessions.js'
import type { LivePod } from '../../../cli/pods-table.js'
import { textWidth } from '../../../cli/tui/text/width.js'
import type { Event } from '../../../domain/event/event.js'
import type { SessionRow } from '../../../projections/session-row.js'
import { collectedIo } from '../../support/collected-io.js'
import { noLook } from '../../support/no-look.js'
import { projecting, projectionsOf } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import {
  asked,
  attached,
  ended,
  firstTurn,
  paused,
  resetTo,
  said,
  someInput,
  someSession,
  started,
  stopAsked,
  storyLog,
  submitted,
} from '../../support/story.js'

const given = async (
  t: ExecutionContext,
  pods: E.Either<string, ReadonlyArray<LivePod>> = E.right([]),
) => {
  const home = await ownFolder(t)
  const root = join(home, 'data')
  const io = () => collectedIo({ env: { YOI_HOME: home } })
  const run = async (...argv: string[]) => {
    const world = io()
    const code = await sessionsCommand(() => async () => pods, noLook).run(argv, world)
    return { code, out: world.out(), err: world.err() }
  }
  const rows = async (...argv: string[]): Promise<ReadonlyArray<SessionRow>> =>
    JSON.parse((await run('--json', ...argv)).out)
  const ids = async (...argv: string[]) => (await rows(...argv)).map(({ session }) => session)
  const add = (n: number, groups?: ReadonlyArray<ReadonlyArray<Event>>) =>
    storyLog(root, someSession(n), groups ?? firstTurn(someSession(n)))
  const row = async () => (await rows())[0] as SessionRow
  return { home, root, run, rows, ids, row, add }
}

const usedAt = (path: string, minute: number) =>
  utimes(path, new Date(), new Date(Date.UTC(2026, 0, 1, 0, minute)))

test('a row says where, when, how much, and the last words of both sides', async (t) => {
  const { add, rows, run } = await given(t)
  await add(1)

  t.deepEqual(await rows(), [
    {
      session: someSession(1),
      cwd: '/work/here',
      created: '2026-01-02T03:04:05.678Z',
      updated: '2026-01-02T03:04:09.678Z',
      records: 6,
      live: false,
      preview: 'What is here? → Two files.',
    },
  ] as never)
  t.regex((await run()).out, /^SESSION .*\n0192aaaa.* What is here\? → Two files\.\n$/)
})

const onTerminal = async (home: string, columns: number): Promise<ReadonlyArray<string>> => {
  const io = collectedIo({ env: { YOI_HOME: home } })
  const stdout = Object.assign(io.stdout, { columns })
  await sessionsCommand(() => async () => E.right([]), noLook).run([], { ...io, stdout })
  return io.out().trimEnd().split('\n')
}

test('on a wide terminal a row has one line, and what is wrong with it the next', async (t) => {
  const { home, add } = await given(t)
  await add(1, firstTurn(someSession(1), 'Why? '.repeat(30), 'So.'))
  await writeFile((await add(2)).path, 'no record\n')

  const lines = await onTerminal(home, 150)

  t.is(lines.length, 4)
  const at = lines.findIndex((line) => line.startsWith(someSession(1)))
  t.is(textWidth(lines[at] ?? ''), 150)
  t.regex(lines[at] ?? '', / Why\? .*…$/)
  const damaged = lines.findIndex((line) => line.startsWith(someSession(2)))
  t.regex(lines[damaged + 1] ?? '', /^ {2}\[this is not a log of yoi: .*\]$/)
})

for (const columns of [40, 80])
  test(`at ${columns} columns the whole id, the folder and the last words are there`, async (t) => {
    const { home, add } = await given(t)
    const long = '日本語の質問👨‍👩‍👧'.repeat(20)
    const [first = [], ...rest] = firstTurn(someSession(1), long, 'はい')
    const cwd = `/home/ann/${'deep/'.repeat(20)}project`
    await add(1, [[started(someSession(1), cwd), ...first.slice(1)], ...rest])
    await writeFile((await add(2)).path, 'no record\n')

    const lines = await onTerminal(home, columns)

    t.true(lines.every((line) => textWidth(line) <= columns))
    for (const id of [1, 2]) t.true(lines.some((line) => line.startsWith(someSession(id))))
    t.true(lines.some((line) => line.endsWith('/project') && line.includes('2026-01-02 03:04')))
    t.true(lines.some((line) => line.startsWith('  日本語の質問')))
    t.regex(lines.join('\n').replace(/\n +/g, ''), /\[this is not a log of yoi: .*\]/)
  })

test('no line of the list is wider than the terminal, however narrow that is', async (t) => {
  const { home, add } = await given(t)
  await add(1, firstTurn(someSession(1), '質問 \u05d0\u0301\t👩‍👩‍👧', 'はい'))
  await writeFile((await add(2)).path, 'no record\n')

  for (let columns = 4; columns < 140; columns += 3)
    for (const line of await onTerminal(home, columns))
      t.true(textWidth(line) <= columns, `${columns}: ${line}`)
})

test('a turn that failed, rests or was interrupted is seen in the list, one that ended well is not', async (t) => {
  const { home, root, add, run } = await given(t)
  const failed = [ended(2)].map((event) => ({
    ...event,
    data: { ...event.data, result: 'errored', error: { code: 'provider_error', message: 'no' } },
  })) as ReadonlyArray<Event>
  const turns: ReadonlyArray<readonly [ReadonlyArray<Event>, string]> = [
    [[ended(2)], '-'],
    [failed, 'ended with an error'],
    [[paused(2)], 'paused'],
    [[paused(2, 'crash')], 'interrupted'],
    [[asked(2)], 'interrupted'],
    [[stopAsked(2), resetTo(2, { seq: 5, hash: 'e'.repeat(64) } as never)], '-'],
  ]
  for (const [n, [events]] of turns.entries()) {
    const story = await add(n)
    await story.add(submitted(2, 'More?'))
    await story.add(...events)
    if (n % 2 === 0) await projecting(t, root, story).advance()
  }

  const { out } = await run()

  for (const [n, [, words]] of turns.entries())
    t.regex(out, new RegExp(`^${someSession(n)}  \\S+ \\S+  -    ${words} +\\d+  `, 'm'))
  const narrow = (await onTerminal(home, 80)).join('\n')
  t.true(narrow.includes('\n  [ended with an error] More?'))
})

test('without sessions there is an empty array, and a sentence for people', async (t) => {
  const { rows, run } = await given(t)

  t.deepEqual(await rows(), [])
  t.is((await run()).out, 'There are no sessions yet.\n')
})

test('the session last used comes first, whichever was made first', async (t) => {
  const { add, ids } = await given(t)
  const stories = [await add(1), await add(2), await add(3)]
  for (const [index, minute] of [5, 9, 7].entries())
    await usedAt(stories[index]?.path ?? '', minute)

  t.deepEqual(await ids(), [2, 3, 1].map(someSession))
  t.deepEqual(await ids('--limit', '1'), [someSession(2)])
})

test('a list for people says how many it left out', async (t) => {
  const { add, run } = await given(t)
  for (const n of [1, 2, 3]) await add(n)

  t.regex((await run('--limit', '2')).out, /\nand 1 more\n$/)
})

test('limits that are none are usage errors', async (t) => {
  const { run } = await given(t)

  for (const limit of ['0', '-1', 'x', '1.5', '']) t.is((await run(`--limit=${limit}`)).code, 2)
})

test('a session that a live Pod holds shows its name', async (t) => {
  const pod = { pod: 'pod-a', session: someSession(2), socket: '/s', pid: 1, status: 'idle' }
  const { add, rows } = await given(t, E.right([pod]))
  await add(1)
  await add(2)

  const live = (await rows()).map(({ session, live, pod }) => [session, live, pod])

  t.deepEqual(live.sort(), [
    [someSession(1), false, undefined],
    [someSession(2), true, 'pod-a'],
  ])
})

test('a registry that cannot be read is said and costs no row', async (t) => {
  const { add, run } = await given(t, E.left('The registry cannot be read.'))
  await add(1)

  const { code, out, err } = await run('--json')

  t.is(code, 0)
  t.is(JSON.parse(out).length, 1)
  t.is(err, 'yoi: The registry cannot be read.\n')
})

test('Japanese, emoji joins and right-to-left words are shown, escapes are not obeyed', async (t) => {
  const { add, row } = await given(t)
  await add(1, firstTurn(someSession(1), '日本語\tテスト\r\n👩‍👩‍👧', '\u001b]52;c;x\u0007\u05d0'))

  t.is((await row()).preview, '日本語 テスト 👩‍👩‍👧 → ␛]52;c;x␇\u05d0')
})

test('a session in which nothing was said, or all was taken back, is [empty]', async (t) => {
  const { add, rows } = await given(t)
  await add(1, [[started(someSession(1)), attached('a')]])
  const story = await add(2, [
    [started(someSession(2)), attached('a'), submitted(1, 'oops'), asked(1)],
  ])
  const to = { seq: 1, hash: story.records()[1]?.hash as never }
  await story.add(stopAsked(1), resetTo(1, to))

  t.deepEqual(
    (await rows()).map(({ preview }) => preview),
    ['[empty]', '[empty]'],
  )
})

test('a log that begins with other records than a Submit is listed', async (t) => {
  const { add, row } = await given(t)
  const notice: Event = {
    type: 'NoticeReceived',
    data: { notice: someInput(1), message: 'm', auto_run: false },
  }
  await add(1, [[started(someSession(1)), attached('a'), notice]])

  t.like(await row(), { records: 3, preview: '[empty]', cwd: '/work/here' })
})

for (const chars of [20_000, 200_000, 2_000_000])
  for (const place of ['first', 'last'] as const)
    test(`a ${place} prompt of ${chars} Japanese characters has its row and preview`, async (t) => {
      const { add, row } = await given(t)
      const story = await add(
        1,
        place === 'last' ? undefined : firstTurn(someSession(1), 'あ'.repeat(chars), 'はい'),
      )
      if (place === 'last') await story.add(submitted(2, 'あ'.repeat(chars)))

      const { preview, records, problem, cwd } = await row()

      t.is(problem, undefined)
      t.is(cwd, '/work/here')
      t.is(records, place === 'last' ? 7 : 6)
      t.is(
        preview,
        place === 'last' ? `${'あ'.repeat(119)}… → Two files.` : `${'あ'.repeat(119)}… → はい`,
      )
    })

test('a long log shows its folder from its beginning and its last words from its end', async (t) => {
  const { add, row } = await given(t)
  const long = 'x'.repeat(20_000)
  const story = await add(1)
  for (let turn = 2; turn < 40; turn += 1)
    await story.add(
      submitted(turn, `q${turn} ${long}`),
      asked(turn),
      said(turn, `a${turn}`),
      ended(turn),
    )

  const { preview, records, created, updated } = await row()

  t.regex(preview, /^q39 x+… → a39$/)
  t.is(records, story.tip().seq + 1)
  t.is(created, story.records()[0]?.at ?? '')
  t.is(updated, story.records().at(-1)?.at ?? '')
})

test('a row with a checkpoint, current or behind, is the row without one', async (t) => {
  const { root, add, row } = await given(t)
  const story = await add(1)
  const rows = [await row()]
  await projecting(t, root, story).advance()
  rows.push(await row())
  t.deepEqual(rows[1], rows[0])

  await story.add(submitted(2, 'And now?'), asked(2))
  const behind = await row()
  t.is(behind.preview, 'And now? → Two files.')
  await rm(projectionsOf(root, story), { recursive: true })
  t.deepEqual(await row(), behind)
})

for (const [what, content] of [
  ['two objects on one line', undefined],
  ['no log at all', 'hello\nworld\n'],
  ['bytes that are no text', Buffer.alloc(400_000, 0xff)],
  ['nothing', ''],
] as const)
  test(`a file with ${what} keeps its row, with the reason, and hides no other`, async (t) => {
    const { add, rows } = await given(t)
    for (let n = 1; n <= 20; n += 1) await add(n)
    const bad = (await add(7)).path
    await writeFile(bad, content ?? (await readFile(bad, 'utf8')).replace('}\n', '}'))

    const found = await rows()

    t.is(found.length, 20)
    t.deepEqual(
      found.filter(({ problem }) => problem !== undefined).map(({ session }) => session),
      [someSession(7)],
    )
  })

test('a log that was copied in appears and one that was deleted leaves, projections or not', async (t) => {
  const { root, add, rows, ids } = await given(t)
  const story = await add(1)
  await projecting(t, root, story).advance()
  await add(2)
  await rm(story.path)
  t.deepEqual(await ids(), [someSession(2)])

  const elsewhere = await storyLog(await ownFolder(t), someSession(3), firstTurn(someSession(3)))
  await copyFile(elsewhere.path, join(root, 'sessions', `${someSession(3)}.jsonl`))
  t.is((await rows()).length, 2)
})

test('listing changes no byte and no time of a log', async (t) => {
  const { add, rows } = await given(t)
  const { path } = await add(1)
  const before = await stat(path)

  await rows()

  const after = await stat(path)
  t.deepEqual(
    [after.mtimeMs, after.ctimeMs, after.size],
    [before.mtimeMs, before.ctimeMs, before.size],
  )
})

const opensOf = async (home: string, ...argv: string[]) => {
  const script = fileURLToPath(new URL('../../support/list-opens.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...argv], {
    env: { YOI_HOME: home },
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout) as { calls: number; paths: string[]; bytesRead: number; output: string }
}

test('of 300 sessions only the wanted are opened, and no folder that a session works in', async (t) => {
  const { home, root, add } = await given(t)
  const cwd = join(home, 'project')
  await mkdir(cwd)
  for (let n = 1; n <= 300; n += 1) {
    const [first = [], ...rest] = firstTurn(someSession(n))
    const story = await add(n, [[started(someSession(n), cwd), ...first.slice(1)], ...rest])
    await usedAt(story.path, n)
    if (n % 2 === 0) await projecting(t, root, story).advance()
  }

  const { calls, paths, output } = await opensOf(home, '--json', '--limit', '10')

  t.deepEqual(
    JSON.parse(output).map(({ session }: SessionRow) => session),
    [300, 299, 298, 297, 296, 295, 294, 293, 292, 291].map(someSession),
  )
  const projections = join(root, 'projections')
  t.is(paths.filter((path) => path.startsWith(projections)).length, 10)
  // The folder, each log once, and of a row its checkpoint, a glance and what came behind.
  t.true(calls <= 1 + 300 + 3 * 10, `${calls} calls`)
  t.deepEqual(
    paths.filter((path) => path.startsWith(cwd)),
    [],
  )
})

test('of long logs only their ends are read', async (t) => {
  const { home, add } = await given(t)
  for (let n = 1; n <= 10; n += 1) {
    const story = await add(n)
    for (let turn = 2; turn < 6; turn += 1)
      await story.add(submitted(turn, 'x'.repeat(1_000_000)), said(turn, 'yes'))
  }

  const { bytesRead, output } = await opensOf(home, '--json')

  t.is(JSON.parse(output).length, 10)
  t.true(bytesRead < 20_000_000, `read ${bytesRead} of 40,000,000 bytes`)
})
