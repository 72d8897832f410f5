import { execFileSync } from 'node:child_process'
import { appendFile, copyFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyTest, { type ExecutionContext } from 'ava'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { verifyCommand } from '../../../cli/commands/verify.js'
import { limits } from '../../../domain/limits.js'
import { collectedIo } from '../../support/collected-io.js'
import { systemError, underFileCalls } from '../../support/file-calls.js'
import { projecting, projectionsOf } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import {
  asked,
  callStarted,
  firstTurn,
  paused,
  replied,
  someSession,
  storyLog,
  submitted,
} from '../../support/story.js'

// One at a time: each listens to SIGINT while it works.
const test = anyTest.serial

const session = someSession(1)

const given = async (t: ExecutionContext) => {
  const home = await ownFolder(t)
  const root = join(home, 'data')
  const story = await storyLog(root, session)
  const verify = async (...argv: string[]) => {
    const io = collectedIo({ env: { YOI_HOME: home } })
    const code = await verifyCommand(() => TE.right([])).run(argv, io)
    return { code, out: io.out(), err: io.err() }
  }
  const terminal = async (...argv: string[]) => {
    const io = collectedIo({ env: { YOI_HOME: home } })
    const stderr = Object.assign(io.stderr, { isTTY: true })
    await verifyCommand(() => TE.right([])).run(argv, { ...io, stderr })
    return { out: io.out(), err: io.err() }
  }
  const report = async () => JSON.parse((await verify(session, '--json')).out)
  return { home, root, story, verify, terminal, report }
}

test('on a terminal the report is broken between words, into a pipe a line stays whole', async (t) => {
  const { home, verify } = await given(t)
  const whole = (await verify(session)).out
  const io = collectedIo({ env: { YOI_HOME: home } })
  const stdout = Object.assign(io.stdout, { columns: 80 })
  await verifyCommand(() => TE.right([])).run([session], { ...io, stdout })
  t.true(whole.split('\n').some((line) => line.length > 80))
  t.true(
    io
      .out()
      .split('\n')
      .every((line) => line.length <= 80),
  )
  t.is(io.out().replace(/\s+/g, ' '), whole.replace(/\s+/g, ' '))
})

test('a good log is intact; whether it is complete nobody knows without a checkpoint', async (t) => {
  const { story, verify, report } = await given(t)

  t.deepEqual(await report(), {
    session,
    intact: true,
    complete: 'unknown',
    records: 6,
    tip: story.tip(),
    head: story.tip(),
    problems: [],
    repairs: {},
  })
  const { code, out } = await verify(session)
  t.is(code, 0)
  t.regex(
    out,
    /^0192aaaa\S+ {2}intact, completeness unknown \(no readable checkpoint says how far it went\), 6 records, tip [0-9a-f]{64}\n$/,
  )
})

test('with the checkpoint of its projections it is complete', async (t) => {
  const { root, story, report } = await given(t)
  await projecting(t, root, story).advance()

  t.is((await report()).complete, true)
})

test('a cut end is noticed though every line holds, also when more was appended since', async (t) => {
  const { root, story, verify, report } = await given(t)
  await projecting(t, root, story).advance()
  const lines = (await readFile(story.path, 'utf8')).split('\n').slice(0, 4)
  await writeFile(story.path, lines.map((line) => `${line}\n`).join(''))

  t.like(await report(), {
    intact: true,
    complete: false,
    records: 4,
    problems: [{ line: 5, kind: 'records_gone' }],
  })
  const { code, out } = await verify(session)
  t.is(code, 3)
  t.regex(
    out,
    /intact, NOT COMPLETE.*\n {2}line 5, byte \d+: record 5 was seen here and is not where it was, as \S+checkpoint\.json says; bring back/,
  )

  await projecting(t, root, story).advance()
  t.is((await report()).complete, false)
  t.regex(
    (await verify(session)).out,
    /record 5 was seen .*, as \S+checkpoint\.lost-\w+\.json says/,
  )
})

test('a log that was cut and is whole again is complete once its projector has seen it', async (t) => {
  const { root, story, verify, report } = await given(t)
  await projecting(t, root, story).advance()
  const whole = await readFile(story.path, 'utf8')
  await writeFile(story.path, whole.split('\n').slice(0, 4).join('\n').concat('\n'))
  await projecting(t, root, story).advance()
  t.like(await report(), { complete: false, problems: [{ kind: 'records_gone' }] })

  await writeFile(story.path, whole)

  t.like(await report(), { intact: true, complete: false, problems: [{ kind: 'set_aside' }] })
  const { code, out } = await verify(session)
  t.is(code, 3)
  t.regex(
    out,
    /NOT COMPLETE: a checkpoint lies set aside.*\n.*: record 5 was missed and is back; yoi rebuild removes \S+lost-\w+\.json/,
  )
  await projecting(t, root, story).advance()
  t.like(await report(), { intact: true, complete: true, problems: [] })
  t.is((await verify(session)).code, 0)
})

test('a checkpoint that was set aside and is damaged speaks against its log', async (t) => {
  const { root, story, verify, report } = await given(t)
  await projecting(t, root, story).advance()
  await writeFile(join(projectionsOf(root, story), 'checkpoint.lost-20260102.json'), '{}')

  t.like(await report(), { complete: false, problems: [{ kind: 'set_aside' }] })
  t.regex(
    (await verify(session)).out,
    /lost-20260102\.json was set aside .* cannot be read; remove it/,
  )
})

test('a checkpoint that is closed to us is kept, and says again what is missed when it can be read', async (t) => {
  const { root, story, report } = await given(t)
  await projecting(t, root, story).advance()
  const whole = await readFile(story.path, 'utf8')
  await writeFile(story.path, whole.split('\n').slice(0, 4).join('\n').concat('\n'))
  const witness = join(projectionsOf(root, story), 'checkpoint.json')
  const closed = (call: string, path: string): void => {
    if (call === 'open' && path === witness) throw systemError('EACCES')
  }

  await underFileCalls(closed, async () => {
    t.like(await report(), { complete: 'unknown' })
    const projector = projecting(t, root, story)
    await projector.advance()
    t.regex(projector.troubles[0] ?? '', /cannot be read, and is kept as checkpoint\.lost-/)
  })

  t.like(await report(), { complete: false, problems: [{ kind: 'records_gone' }] })
})

test('of a log that is closed to us nothing is known: it was not read, and nothing is called gone', async (t) => {
  const { root, story, verify } = await given(t)
  await projecting(t, root, story).advance()
  const closed = (call: string, path: string): void => {
    if (call === 'open' && path === story.path) throw systemError('EACCES')
  }

  const { code, out } = await underFileCalls(closed, () => verify(session))
  const { out: json } = await underFileCalls(closed, () => verify(session, '--json'))

  t.is(code, 3)
  t.regex(
    out,
    /^0192aaaa\S+ {2}NOT READ, completeness unknown \(it could not be read\), 0 records\n {2}line 1, byte 0: the log cannot be read: EACCES.*\n$/,
  )
  t.like(JSON.parse(json), {
    intact: false,
    complete: 'unknown',
    problems: [{ kind: 'unreadable' }],
  })
})

test('the log of another session is told as that, and is neither intact nor complete', async (t) => {
  const { root, story, verify } = await given(t)
  const other = someSession(2)
  await copyFile(story.path, join(root, 'sessions', `${other}.jsonl`))

  const { code, out } = await verify(other)

  t.is(code, 3)
  t.is(
    out.replace(story.tip().hash, 'TIP'),
    `${other}  NOT ITS LOG, completeness unknown (its own log is not there), 6 records, tip TIP\n` +
      `  line 1, byte 0, where record 0 was due: this is the log of session ${session} under another name: ` +
      `its own is ${session}.jsonl\n`,
  )
  t.like(JSON.parse((await verify(other, '--json')).out), {
    intact: false,
    complete: 'unknown',
    problems: [{ line: 1, offset: 0, kind: 'other_session' }],
    last_good: null,
  })
  t.is((await verify(session)).code, 0)
})

test('a file that is no log is told as that, and an empty one as empty', async (t) => {
  const { root, verify } = await given(t)
  const path = (n: number): string => join(root, 'sessions', `${someSession(n)}.jsonl`)
  await writeFile(path(2), 'plain words')
  await writeFile(path(3), '')

  const words = await verify(someSession(2))
  t.is(words.code, 3)
  t.regex(
    words.out,
    /NOT A LOG, .*\n {2}line 1, byte 0: this is not a log of yoi: it does not begin/,
  )
  const empty = await verify(someSession(3))
  t.is(empty.code, 0)
  t.regex(
    empty.out,
    /^\S+ {2}EMPTY, completeness unknown \(no readable checkpoint .*\), 0 records\n$/,
  )
})

test('a folder or a FIFO in the place of a log is told as what it is', async (t) => {
  const { root, story, verify } = await given(t)
  await projecting(t, root, story).advance()
  const kinds = {
    folder: () => mkdir(story.path),
    FIFO: () => execFileSync('mkfifo', [story.path]),
  }
  for (const [kind, put] of Object.entries(kinds)) {
    await rm(story.path, { recursive: true })
    await put()

    const { code, out } = await verify(session)

    t.is(code, 3)
    t.regex(out, new RegExp(`the log cannot be read: it is a ${kind}, not a file`))
    t.regex(out, /record 5 was seen here and is not where it was/)
    t.notRegex(out, /is gone/)
  }
})

test('a line in the wrong place is told with the record that was due and the one it says it is', async (t) => {
  const { story, verify } = await given(t)
  const lines = (await readFile(story.path, 'utf8')).split('\n')
  const [second = '', third = ''] = lines.slice(1, 3)
  await writeFile(story.path, lines.toSpliced(1, 2, third, second).join('\n'))

  const { out } = await verify(session)

  t.regex(
    out,
    /line 2, byte \d+, where record 1 was due: prev .* line before; the line calls itself record 2\n/,
  )
})

test('a byte order mark and a carriage return, which nobody sees, are named', async (t) => {
  const { story, verify } = await given(t)
  const lines = (await readFile(story.path, 'utf8')).split('\n')
  const [second = '', third = ''] = lines.slice(1, 3)
  await writeFile(story.path, lines.toSpliced(1, 2, `\ufeff${second}`, `${third}\r`).join('\n'))

  const { out } = await verify(session)

  t.regex(out, /line 2, .*: the line is not JSON: it begins with a byte order mark \(U\+FEFF\)\n/)
  t.regex(out, /line 3, .*: the line ends with a carriage return \(CR LF for LF\)/)
})

test('one record is told as one', async (t) => {
  const { root, verify } = await given(t)
  const [start] = firstTurn(someSession(2))[0] ?? []
  if (start !== undefined) await storyLog(root, someSession(2), [[start]])

  t.regex((await verify(someSession(2))).out, /, 1 record, tip /)
})

test('a torn tail is a problem and leaves the log intact', async (t) => {
  const { story, verify, report } = await given(t)
  await appendFile(story.path, '{"pre')

  const { intact, problems } = await report()
  t.true(intact)
  t.like(problems, [{ kind: 'torn_tail', line: 7 }])
  t.is((await verify(session)).code, 0)
})

test('a changed word is named with line, byte and seq, and the exit code is 3', async (t) => {
  const { story, verify, report } = await given(t)
  const text = await readFile(story.path, 'utf8')
  await writeFile(story.path, text.replace('Two files', 'Ten files'))

  const { intact, problems, records, last_good } = await report()
  t.false(intact)
  t.is(last_good.seq, 3)
  t.is(records, 5)
  t.like(problems, [{ kind: 'hash_mismatch', line: 5, seq: 4 }])
  t.is(Buffer.from(text).subarray(problems[0].offset).toString().indexOf('{"prev"'), 0)
  const { code, out } = await verify(session)
  t.is(code, 3)
  t.regex(
    out,
    /NOT INTACT.*\n {2}line 5, byte \d+, where record 4 was due: the bytes of the line do not give its hash\n/,
  )
  t.true(
    out.endsWith(`  good up to record 3: yoi fork ${session} --at 3 goes on from there\n`),
    out,
  )
})

test('what is not told of a log with very many problems is counted', async (t) => {
  const { story, verify } = await given(t)
  await appendFile(story.path, 'x\n'.repeat(limits.problemsTold + 7))

  const { out } = await verify(session)

  t.is(out.match(/the line is not JSON/g)?.length, limits.problemsTold)
  t.regex(out, /\n {2}and 7 more problems\n/)
})

test('a long check shows a bar on a terminal, and takes it away before it tells', async (t) => {
  const { story, verify, terminal } = await given(t)
  await truncate(story.path, limits.longCheckBytes)

  t.is((await verify(session)).err, '')
  const { out, err } = await terminal(session)

  t.regex(err, /^(\rchecking \[[#-]{20}\] {1,3}\d{1,3} % of 64 MiB)+\r\x1b\[K$/)
  t.regex(out, /intact/)
  const { err: json } = await terminal(session, '--json')
  t.true(json.endsWith('\r\x1b[K'))
})

test('--all and no name check every session and give an array', async (t) => {
  const { root, verify } = await given(t)
  const other = await storyLog(root, someSession(2), firstTurn(someSession(2)))
  await truncate(other.path, 300)

  for (const argv of [['--all', '--json'], ['--json']]) {
    const { code, out } = await verify(...argv)
    t.is(code, 0)
    t.deepEqual(
      JSON.parse(out)
        .map((one: { session: string }) => one.session)
        .sort(),
      [session, someSession(2)],
    )
  }
  t.is((await verify('--all')).out.match(/ {2}(?:intact|EMPTY), /g)?.length, 2)
})

test('one damaged session among others gives 3 and hides none', async (t) => {
  const { root, verify } = await given(t)
  const other = await storyLog(root, someSession(2), firstTurn(someSession(2)))
  await writeFile(other.path, 'not a log\n')

  const { code, out } = await verify('--all', '--json')

  t.is(code, 3)
  t.deepEqual(
    JSON.parse(out)
      .map(({ intact }: { intact: boolean }) => intact)
      .sort(),
    [false, true],
  )
})

test('a call that awaits its result is no repair, one that lost it is', async (t) => {
  const { story, report, verify } = await given(t)
  const call = { type: 'tool_use', id: 'x', name: 'Read', input: {} } as const
  await story.add(submitted(2, 'q'), asked(2))
  await story.add(replied(2, [call]), callStarted(2, 8))
  await story.add(paused(2))

  t.deepEqual((await report()).repairs, {})

  await story.add(submitted(3, 'q'), asked(3))
  t.deepEqual((await report()).repairs, { result_missing: 1 })
  t.regex((await verify(session)).out, /^ {2}mended in requests: a tool call without a result$/m)
})

test('a name with --all, a word too many and an unknown session are refused', async (t) => {
  const { root, story, verify } = await given(t)

  t.is((await verify(session, '--all')).code, 2)
  t.is((await verify(session, session)).code, 2)
  t.is((await verify('ffff')).code, 1)
  await rm(story.path)
  t.is((await verify(session)).code, 1)
  t.is(projectionsOf(root, story), join(root, 'projections', session))
})

test('a log that is gone is told as long as its checkpoint is there', async (t) => {
  const { root, story, verify } = await given(t)
  await projecting(t, root, story).advance()
  await rm(story.path)
  for (const argv of [[], ['--all'], [session]]) {
    const { code, out } = await verify(...argv)
    t.is(code, 3)
    t.regex(out, /^0192aaaa\S+ {2}NOT READ, NOT COMPLETE.*\n.*the log is gone.*saw record 5 of it/)
  }
  t.is(JSON.parse((await verify('--json')).out)[0].complete, false)
  t.is(JSON.parse((await verify(session, '--json')).out).complete, false)
  t.is((await verify('01999')).code, 1)
})
