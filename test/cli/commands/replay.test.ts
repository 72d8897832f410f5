import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import anyTest, { type ExecutionContext } from 'ava'
import { processMark } from '../../../adapters/lock/holder.js'
import { replayCommand } from '../../../cli/commands/replay.js'
import type { Event } from '../../../domain/event/event.js'
import { collectedIo } from '../../support/collected-io.js'
import { ownFolder } from '../../support/sample-log.js'
import {
  asked,
  firstTurn,
  paused,
  resetTo,
  someSession,
  stopAsked,
  storyLog,
  submitted,
} from '../../support/story.js'
import { put } from '../../support/temp-home.js'

// One at a time: each listens to SIGINT while it works.
const test = anyTest.serial

const session = someSession(1)

// Each test listens for Ctrl-C while it runs.
process.setMaxListeners(50)

const given = async (t: ExecutionContext, groups?: ReadonlyArray<ReadonlyArray<Event>>) => {
  const home = await ownFolder(t)
  const story = await storyLog(join(home, 'data'), session, groups)
  const io = collectedIo({ env: { YOI_HOME: home } })
  return { story, io, home, replay: (...argv: string[]) => replayCommand.run(argv, io) }
}

test('a replay tells each record with its time and what it did, then the tokens', async (t) => {
  const { io, replay, story } = await given(t)

  t.is(await replay(session), 0)

  const lines = io.out().split('\n')
  t.is(lines[1], story.path)
  t.regex(io.out(), /^2026-01-02 \(times are UTC\)$/m)
  t.regex(io.out(), /^── turn 1 ─+\n {2}#2 {3}03:04:05\.678 you {4}Asked\n {6}What is here\?$/m)
  t.regex(io.out(), /^ {2}#5 .*The turn finished\n {6}took 4\.0 s, 1 request, 11 tokens in/m)
  t.regex(
    io.out(),
    /^ {2}1 request, 11 tokens in \(1 written to the cache\), 5 out, 100 read from the cache$/m,
  )
})

test('any part of an id that no other has names the session', async (t) => {
  const { replay } = await given(t)

  t.is(await replay('0000000001'), 0)
})

test('a session that is not there is refused with a sentence', async (t) => {
  const { io, replay } = await given(t)

  t.is(await replay('ffff'), 1)
  t.regex(io.err(), /No session in .* is named "ffff"/)
})

test('a live Pod whose session has no record yet is named with that session', async (t) => {
  const { io, replay, home } = await given(t)
  const session = '99999999-0000-7000-8000-000000000000'
  const entry = { pod: 'work', ...processMark(process.pid), host: hostname(), socket: 's', session }
  const rest = { scope: { allow: [], deny: [] }, parent: null, delegated: [] }
  await put(
    join(home, 'data', 'scope.lock'),
    JSON.stringify({ format: 1, pods: [{ ...entry, ...rest }] }),
  )
  t.is(await replay('99999999'), 1)
  t.true(io.err().includes(`Session ${session} of the live Pod work has no record yet`), io.err())
})

test('a call without a session, with two, or with an option of later is a usage error', async (t) => {
  const { replay } = await given(t)

  t.is(await replay(), 2)
  t.is(await replay(session, session), 2)
  t.is(await replay(session, '--since', '3'), 2)
})

test('--json gives each record byte for byte as the log holds it, and what is known of it', async (t) => {
  const { io, replay, story } = await given(t, [...firstTurn(session, 'a\u2028b\u0085c 日本')])
  await story.add({ type: 'GoalSet', data: { 2: 'b', 1: 'a' } } as never)

  t.is(await replay(session, '--json'), 0)

  const audit = /,"audit":\{"turn":1,"fate":"finished"\}(?=\}$)/gm
  t.is(io.out().match(audit)?.length, 4)
  t.is(io.out().replace(audit, ''), await readFile(story.path, 'utf8'))
})

test('--json on a terminal writes what a terminal would obey as codes, and stays the same JSON', async (t) => {
  const { io, story } = await given(t, [...firstTurn(session, 'a\u009b2Jb\u202ec')])
  const stdout = Object.assign(io.stdout, { isTTY: true })

  t.is(await replayCommand.run([session, '--json'], { ...io, stdout }), 0)

  t.false(/[\u0080-\u009f\u202e]/.test(io.out()))
  t.deepEqual(
    io
      .out()
      .trim()
      .split('\n')
      .map((line) => {
        const { audit: _, ...record } = JSON.parse(line)
        return record
      }),
    story.records(),
  )
})

test('a taken-back turn is marked line by line, with what took it back', async (t) => {
  const { io, replay, story } = await given(t)
  const to = story.tip()
  await story.add(submitted(2, 'oops'), asked(2))
  await story.add(stopAsked(2), resetTo(2, to))

  t.is(await replay(session), 0)

  t.regex(io.out(), /^── turn 2, taken back ─+\n~ #6 .*Asked {2}\[taken back by #9\]\n~ {5}oops$/m)
  t.regex(io.out(), /^ {2}#9 .*stands as #5 left it; what #6 to #8 did to it is undone$/m)
})

test('a turn that rests or was interrupted is said at the end', async (t) => {
  const { io, replay, story } = await given(t, firstTurn(session).slice(0, 1))

  t.is(await replay(session), 0)
  t.regex(io.out(), /Turn 1 is open: .*interrupted here/)

  await story.add(paused(1, 'crash'))
  t.is(await replay(session), 0)
  t.regex(io.out(), /^\? #4 .*The turn was interrupted: .*\n\n {2}Turn 1 rests and can be resumed/m)
})

test('a damaged line is told in its place, everything after it too, and the exit code is 3', async (t) => {
  const { io, replay, story } = await given(t)
  const text = await readFile(story.path, 'utf8')
  await writeFile(story.path, text.replace('What is here', 'What is hers'))

  t.is(await replay(session), 3)

  t.regex(
    io.out(),
    /#1 .*\n! line 3, byte \d+, where record 2 was due: the bytes of the line.*\n! {5}\| \{"prev":".*\n {2}#3 /,
  )
  t.regex(io.out(), /#5 .*The turn finished/)
  t.regex(io.out(), /^! The log is not intact\. There is 1 problem, the first in line 3\.$/m)
})

test('--json of a damaged log gives the good records, says the rest on stderr, and exits with 3', async (t) => {
  const { io, replay, story } = await given(t)
  const text = await readFile(story.path, 'utf8')
  await writeFile(story.path, text.replace('What is here', 'What is hers'))

  t.is(await replay(session, '--json'), 3)

  const good = text.split('\n').filter((_, index) => index !== 2)
  t.is(io.out().replace(/,"audit":\{[^}]*\}(?=\}$)/gm, ''), good.join('\n'))
  t.regex(io.err(), /line 3/)
})

test('a torn tail is told and is no damage', async (t) => {
  const { io, replay, story } = await given(t)
  await appendFile(story.path, '{"prev":"00')

  t.is(await replay(session), 0)
  t.regex(io.out(), /! line 7, byte \d+: the last 11 bytes .*never happened/)
})

test('an event of a later version is told by its name', async (t) => {
  const { io, replay, story } = await given(t)
  await story.add({ type: 'GoalSet', data: {} } as never)

  t.is(await replay(session), 0)
  t.regex(io.out(), /#6 .*GoalSet: an event of a later version/)
})

test('replaying changes no byte and no time of the log', async (t) => {
  const { replay, story } = await given(t)
  const before = await stat(story.path)

  await replay(session)
  await replay(session, '--json')

  const after = await stat(story.path)
  t.deepEqual(
    [after.mtimeMs, after.ctimeMs, after.size],
    [before.mtimeMs, before.ctimeMs, before.size],
  )
})
