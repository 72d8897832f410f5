import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../../adapters/log/read-groups.js'
import { type SessionFile, sessionFiles } from '../../../adapters/log/session-files.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import type { Command } from '../../../cli/command.js'
import { forkCommand } from '../../../cli/commands/fork.js'
import { replayCommand } from '../../../cli/commands/replay.js'
import { sessionsCommand } from '../../../cli/commands/sessions.js'
import { verifyCommand } from '../../../cli/commands/verify.js'
import { forkSession } from '../../../cli/sessions/fork-session.js'
import type { Event } from '../../../domain/event/event.js'
import { collectedIo } from '../../support/collected-io.js'
import { systemError, underFileCalls } from '../../support/file-calls.js'
import { projecting } from '../../support/projecting.js'
import { ownFolder, sampleTime } from '../../support/sample-log.js'
import { someInput, someSession, started, storyLog, wholeTurn } from '../../support/story.js'

const session = someSession(1)
const verify = verifyCommand(() => async () => E.right([]))

// Two turns: the second is the records 6 to 9, on the lines 7 to 10.
const given = async (t: ExecutionContext) => {
  const home = await ownFolder(t)
  const root = join(home, 'data')
  const story = await storyLog(root, session)
  for (const group of wholeTurn(2, 'Which?', 'a and b.')) await story.add(...group)
  const run = async (command: Command, ...argv: string[]) => {
    const io = collectedIo({ env: { YOI_HOME: home } })
    const code = await command.run(argv, io)
    return { code, out: io.out(), err: io.err() }
  }
  const fork = (...argv: string[]) => run(forkCommand, ...argv)
  const logs = async () => (await readdir(join(root, 'sessions'))).length
  return { root, story, run, fork, logs }
}

const damage = async (path: string, from: string, to: string): Promise<void> => {
  await writeFile(path, (await readFile(path, 'utf8')).replace(from, to))
}

test('an intact session is forked at its last record; the origin stays as it is', async (t) => {
  const { story, run, fork } = await given(t)
  const before = { bytes: await readFile(story.path), times: await stat(story.path) }

  const { code, out } = await fork(session, '--json')

  t.is(code, 0)
  const made = JSON.parse(out)
  t.like(made, { forked_from: { session, ...story.tip() }, items: 4, left_waiting: 0 })
  t.deepEqual(await readFile(story.path), before.bytes)
  t.is((await stat(story.path)).mtimeMs, before.times.mtimeMs)
  const line = JSON.parse(await readFile(made.log, 'utf8'))
  t.like(line, { seq: 0, type: 'SessionStarted', data: { session: made.session } })
  t.is((await stat(made.log)).mode & 0o777, 0o600)
  const verified = JSON.parse((await run(verify, made.session, '--json')).out)
  t.like(verified, { intact: true, complete: true, records: 1, problems: [], repairs: {} })
})

test('a fork is listed with the words of its conversation and its folder', async (t) => {
  const { run, fork } = await given(t)
  const { session: made } = JSON.parse((await fork(session, '--at', '5', '--json')).out)

  const listed = await run(
    sessionsCommand(() => async () => E.right([])),
    '--json',
  )

  const row = JSON.parse(listed.out).find((one: { session: string }) => one.session === made)
  t.like(row, { cwd: '/work/here', preview: 'What is here? → Two files.', live: false })
})

test('it says in words where it is from and how to go on', async (t) => {
  const { fork, story } = await given(t)
  const queued: Event = {
    type: 'InputQueued',
    data: { input: someInput(9), segments: [], by: 'host' },
  }
  const seq = await story.add(queued)

  const { out } = await fork('aaaa', '--at', String(seq))

  const id = '[0-9a-f-]{36}'
  t.regex(out, new RegExp(`^session ${id} goes on from ${session} at record 10, with 4 items .*\n`))
  t.regex(out, /\nwhat waited there \(1\) is not taken along\n/)
  t.regex(out, new RegExp(`\ngo on with: yoi --session ${id}\n$`))
})

test('a place is a number, a hash, a time or a turn, as a replay takes them', async (t) => {
  const { story, fork } = await given(t)
  const { hash } = JSON.parse((await readFile(story.path, 'utf8')).split('\n')[5] ?? '')

  for (const [argv, seq] of [
    [['--at', '#5'], 5],
    [['--at', hash.slice(0, 10)], 5],
    [['--at', sampleTime.slice(0, 10)], 9],
    [['--turn', '1'], 5],
    [['--turn=-1'], 9],
  ] as const) {
    const { code, out, err } = await fork(session, ...argv, '--json')
    t.is(code, 0, err)
    t.is(JSON.parse(out).forked_from.seq, seq, argv.join(' '))
  }
})

test('a place that is none, or not in the log, is refused', async (t) => {
  const { fork, logs } = await given(t)

  for (const [argv, code, sentence] of [
    [['--at', 'yesterday'], 2, /--at "yesterday" is no place in a log: give the number/],
    [['--turn', 'two'], 2, /--turn "two" is no turn: give a whole number/],
    [['--at', '5', '--turn', '1'], 2, /--at and --turn cannot be given together\./],
    [['--at', 'abcdef99'], 1, /No record has a hash that begins with abcdef99\./],
    [['--at', '2001-01-01'], 1, /Nothing had happened by 2001-01-01/],
    [['--turn', '3'], 1, /There is no turn 3: the session has 2 turns\./],
  ] as const) {
    const said = await fork(session, ...argv)
    t.is(said.code, code)
    t.regex(said.err, sentence)
  }
  t.is(await logs(), 1)
})

test('a damaged session is forked only by the word that names a good record', async (t) => {
  const { story, fork, logs } = await given(t)
  await damage(story.path, 'Which?', 'What??')

  for (const argv of [[], ['--at', '6'], ['--at', '9'], ['--at', '77']]) {
    const { code, out, err } = await fork(session, ...argv)
    t.is(code, 3)
    t.is(out, '')
    t.regex(err, /line 7, byte \d+: the bytes of the line do not give its hash\./)
    t.true(err.includes(`yoi fork ${session} --at 5 begins a new session`), err)
  }
  t.is(await logs(), 1)
  t.is((await fork(session, '--at', '5')).code, 0)
  t.is(await logs(), 2)
})

test('what is damaged inside a group is no place to fork at, nor is what was before it there', async (t) => {
  const { story, fork } = await given(t)
  await damage(
    story.path,
    '"type":"RoundStarted","data":{"turn":"0192bbbb-0000-7000-8000-000000000002"',
    '',
  )

  t.regex((await fork(session, '--at', '6')).err, /--at 5 begins/)
})

test('with no good record there is nothing to name', async (t) => {
  const { story, fork } = await given(t)
  await damage(story.path, 'You are', 'We are')

  const { code, err } = await fork(session)

  t.is(code, 3)
  t.regex(err, /line 1, byte 0: /)
  t.false(err.includes('--at'))
})

test('a record behind the end, another file, an unknown event and a newer format are refused', async (t) => {
  const { root, story, fork, logs } = await given(t)
  const later = await storyLog(root, someSession(2), [[started(someSession(2))]])
  await later.add({ type: 'GoalSet', data: {} } as never)
  const newer = { ...started(someSession(3)).data, format: 2 }
  await storyLog(root, someSession(3), [[{ type: 'SessionStarted', data: newer } as never]])
  await storyLog(root, someSession(4), wholeTurn(1, 'q', 'a'))
  await storyLog(root, someSession(5), [])
  const refusedBy = async (name: string, ...argv: string[]) => {
    const { code, err } = await fork(name, ...argv)
    t.is(code, name === someSession(4) ? 3 : 1)
    return err
  }

  t.regex(await refusedBy(session, '--at', '10'), /ends at record 9; name that one with --at/)
  t.regex(await refusedBy(later.session), /at record 1 .*\(GoalSet\).* --at 0 takes what is before/)
  t.is((await fork(later.session, '--at', '0')).code, 0)
  t.regex(await refusedBy(someSession(3)), /newer format than this version writes/)
  t.regex(await refusedBy(someSession(4)), /does not begin with SessionStarted/)
  t.regex(await refusedBy(someSession(5)), /has no whole record/)
  t.regex(await refusedBy('ffff'), /No session in/)
  t.is(await logs(), 6)
  t.is(story.tip().seq, 9)
})

test('a torn tail never happened, and a fork does not take it away', async (t) => {
  const { story, fork } = await given(t)
  await writeFile(story.path, `${await readFile(story.path, 'utf8')}{"prev`)

  const { out } = await fork(session, '--json')

  t.is(JSON.parse(out).forked_from.seq, 9)
  t.true((await readFile(story.path, 'utf8')).endsWith('{"prev'))
})

test('a log that is there already is never written over', async (t) => {
  const { root, story } = await given(t)
  const other = await storyLog(root, someSession(2))
  const before = await readFile(other.path)
  const [origin] = E.getOrElseW(() => [])(await sessionFiles(join(root, 'sessions'))())
  const paths = pathsFrom({ YOI_HOME: join(root, '..') })
  const request = { paths, session: someSession(2), now: sampleTime, at: undefined }

  const made = await forkSession(logReader(sha256), { ...request, origin: origin as SessionFile })

  t.true(E.isLeft(made) && /EEXIST/.test(made.left.sentence))
  t.deepEqual(await readFile(other.path), before)
  t.is(story.tip().seq, 9)
})

test('no session, a word too many and a record that is no number are misuse', async (t) => {
  const { fork } = await given(t)
  t.is((await fork()).code, 2)
  t.is((await fork(session, session)).code, 2)
  for (const at of ['x', '1.5', '', '-1', '1e3'])
    t.is((await fork(session, `--at=${at}`)).code, 2, at)
})

test('a fork and a replay of a log that lost records say so, and do what is left', async (t) => {
  const { root, story, run, fork } = await given(t)
  await projecting(t, root, story).advance()
  const lines = (await readFile(story.path, 'utf8')).split('\n')
  await writeFile(
    story.path,
    lines
      .slice(0, 6)
      .map((line) => `${line}\n`)
      .join(''),
  )
  const remark =
    /The log of this session does not hold all that was seen of it; yoi verify \S+ says more/

  const forked = await fork(session, '--json')
  t.like(JSON.parse(forked.out), { forked_from: { seq: 5 }, items: 2 })
  t.regex(forked.err, remark)
  t.regex((await run(replayCommand, session)).err, remark)
})

test('of a log that is closed to us fork and replay say that, and that nothing is gone', async (t) => {
  const { root, story, run, fork } = await given(t)
  await projecting(t, root, story).advance()
  const closed = (call: string, path: string): void => {
    if (call === 'open' && path === story.path) throw systemError('EACCES')
  }

  for (const told of [() => fork(session), () => run(replayCommand, session)]) {
    const { code, out, err } = await underFileCalls(closed, told)
    t.not(code, 0)
    t.regex(out + err, /the log cannot be read: EACCES/)
    t.notRegex(out + err, /gone|not intact/)
  }
})

test('the log of another session is not forked, and a replay begins with whose it is', async (t) => {
  const { root, story, run, fork, logs } = await given(t)
  const other = someSession(2)
  await copyFile(story.path, join(root, 'sessions', `${other}.jsonl`))
  const whose = new RegExp(`this is the log of session ${session} under another name`)

  for (const place of [[], ['--at', '5'], ['--turn', '1']]) {
    const { code, err } = await fork(other, ...place)
    t.is(code, 3)
    t.regex(err, whose)
    t.notRegex(err, /in front of the damage/)
  }
  t.is(await logs(), 2)

  const { code, out } = await run(replayCommand, other)
  t.is(code, 3)
  t.regex(out.split('\n')[2] ?? '', whose)
  for (const part of [['--json'], ['--at', '5']]) {
    const { code, err } = await run(replayCommand, other, ...part)
    t.is(code, 3)
    t.regex(err, whose)
  }
})

test('where the first group is damaged, fork and verify say that nothing is left to go on from', async (t) => {
  const { story, run, fork } = await given(t)
  await damage(story.path, '"SessionStarted"', '"SessionStopped"')

  const { code, err } = await fork(session)
  t.is(code, 3)
  t.regex(err, /Nothing in front of the damage is whole, so there is nothing to go on from\./)
  const { out } = await run(verify, session)
  t.regex(out, /nothing in front of the damage is whole: there is nothing to go on from/)
})

test('a session whose log is gone is told so, and where to look, by fork and replay', async (t) => {
  const { root, story, run, fork } = await given(t)
  await projecting(t, root, story).advance()
  await rm(story.path)
  const sentence = `yoi: The log of session ${session} is gone; yoi verify ${session} says more.\n`

  t.is((await fork(session)).err, sentence)
  t.is((await run(replayCommand, session)).err, sentence)
})
