import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyTest, { type ExecutionContext } from 'ava'
import { sha256 } from '../../../adapters/node/sha256.js'
import { replayCommand } from '../../../cli/commands/replay.js'
import { type SealedRecord, seal } from '../../../domain/log/seal.js'
import type { Timestamp } from '../../../domain/time.js'
import { collectedIo } from '../../support/collected-io.js'
import { ownFolder } from '../../support/sample-log.js'
import {
  asked,
  callDone,
  callStarted,
  firstTurn,
  paused,
  replied,
  resetTo,
  said,
  someSession,
  started,
  stopAsked,
  storyLog,
  submitted,
  wholeTurn,
} from '../../support/story.js'

// One at a time: each listens to SIGINT while it works.
const test = anyTest.serial

const session = someSession(1)

// Each test listens for Ctrl-C while it runs.
process.setMaxListeners(50)

const given = async (t: ExecutionContext) => {
  const home = await ownFolder(t)
  const story = await storyLog(join(home, 'data'), session, [
    ...firstTurn(session),
    ...wholeTurn(2, 'And now?', 'Nothing.'),
  ])
  const replay = async (...argv: ReadonlyArray<string>) => {
    const io = collectedIo({ env: { YOI_HOME: home } })
    const code = await replayCommand.run([session, ...argv], io)
    return { code, out: io.out(), err: io.err(), seqs: seqsIn(io.out()) }
  }
  return { story, replay }
}

const seqsIn = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/^. #(\d+) +\d\d:/gm)].map(([, seq]) => Number(seq))

test('--from and --to give the records between two numbers, both included', async (t) => {
  const { replay } = await given(t)

  t.deepEqual((await replay('--from', '3', '--to', '#6')).seqs, [3, 4, 5, 6])
  t.deepEqual((await replay('--from=8')).seqs, [8, 9])
  t.deepEqual((await replay('--to=1')).seqs, [0, 1])
})

test('a place is named by the beginning of a hash or by a time as well', async (t) => {
  const { replay, story } = await given(t)
  const { hash, at } = story.records()[6] ?? { hash: '', at: '' }

  t.deepEqual((await replay('--from', hash.slice(0, 9), '--to', hash)).seqs, [6])
  t.deepEqual((await replay('--from', at, '--to', '2026-01-02')).seqs, [6, 7, 8, 9])
  t.deepEqual((await replay('--to', '2026-01-02T12:04:05+09:00')).seqs, [0, 1, 2, 3])
})

test('a place that the log does not have is refused with what it has', async (t) => {
  const { replay } = await given(t)
  const refusals: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
    [['--at', '10'], /There is no record #10: the log has the records #0 to #9/],
    [['--from', 'abcdef012345'], /No record has a hash that begins with abcdef012345/],
    [['--at', '2025-12-31'], /Nothing had happened by 2025-12-31 .*: the first record is of 2026/],
    [['--from', '2027-01-01'], /Nothing has happened since 2027-.*: the last record is of 2026/],
    [['--turn', '3'], /There is no turn 3: the session has 2 turns/],
    [['--turn=-3'], /There is no turn -3/],
    [['--from', '2026-01-02', '--to', '2026-01-02', '--at', '1'], /cannot be given together/],
  ]
  for (const [argv, sentence] of refusals) {
    const { code, out, err } = await replay(...argv)
    t.is(code, argv.includes('--at') && argv.length > 2 ? 2 : 1)
    t.regex(err, sentence)
    t.is(out, '')
  }
})

const misuses: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
  [['--at', 'soon'], /--at "soon" is no place in a log: give the number/],
  [['--turn', '0'], /--turn "0" is no turn: give a whole number, 1 for the first/],
  [['--turn', 'last'], /--turn "last" is no turn/],
  [['--turn', '-1'], /--turn needs a value; one that starts with "-" is written with "="/],
  [['--at', '1', '--turn', '1'], /--at and --turn cannot be given together/],
  [['--turn', '1', '--to', '3'], /--turn and --to cannot be given together/],
  [['--follow', '--to', '3'], /--follow and --to cannot be given together/],
  [['--at', '1', '--follow'], /--at and --follow cannot be given together/],
  [['--from', '5', '--to', '4'], /--from 5 comes after --to 4/],
]

for (const [argv, sentence] of misuses)
  test(`${argv.join(' ')} is a usage error that says what is allowed`, async (t) => {
    const { replay } = await given(t)
    const { code, err, out } = await replay(...argv)
    t.is(code, 2)
    t.regex(err, sentence)
    t.is(out, '')
  })

test('--turn gives one turn from its first record to its last, counted from either end', async (t) => {
  const { replay, story } = await given(t)

  t.deepEqual((await replay('--turn', '1')).seqs, [2, 3, 4, 5])
  t.deepEqual((await replay('--turn=-1')).seqs, [6, 7, 8, 9])

  await story.add(submitted(3, 'open'), asked(3))
  t.deepEqual((await replay('--turn=-1')).seqs, [10, 11])
})

test('a turn that stands again after a reset reaches to that reset, and beyond', async (t) => {
  const { replay, story } = await given(t)
  await story.add(submitted(3, 'rest'), asked(3))
  await story.add(stopAsked(3), paused(3))
  const to = story.tip()
  await story.add(
    { type: 'TurnEnded', data: { ...paused(3).data, result: 'cancelled', by: 'run' } as never },
    submitted(4, 'oops'),
    asked(4),
  )
  await story.add(stopAsked(4), resetTo(4, to))

  const { seqs, out } = await replay('--turn', '3')

  t.deepEqual(seqs, [10, 11, 12, 13, 14, 15, 16, 17, 18])
  t.regex(out, /^── turn 3, paused ─.*\n: #10 .*Asked {2}\[paused\]\n: {5}rest$/m)
  t.regex(out, /^~ #14 .*taken back by #18/m)
  t.regex((await replay()).out, /Turn 3 rests and can be resumed/)
})

test('after the clock was set back, a time means the last record by number, and it is said', async (t) => {
  const { replay, story } = await given(t)
  const clock = ['03:00', '05:00', '04:00', '06:00']
  const sealed: SealedRecord[] = []
  for (const [n, event] of [started(session), ...wholeTurn(1, 'a', 'b').flat()].entries()) {
    const at = `2026-01-02T${clock[n] ?? '07:00'}:00.000Z` as Timestamp
    sealed.push(...seal(sha256)([event], sealed.at(-1)?.record, at))
  }
  await writeFile(story.path, sealed.map(({ line }) => `${line}\n`).join(''))

  const { code, err, out } = await replay('--at', '2026-01-02T04:30')

  t.is(code, 0)
  t.regex(out, /How it stood after #2, 2026-01-02 04:00/)
  t.regex(err, /The clock was set back in this session: #1, which lies before #2, is of .*T05:00/)
  t.is((await replay('--at', '2026-01-02T06:00')).err, '')
})

test('--at shows status, calls, queue and conversation as they stood then', async (t) => {
  const { replay, story } = await given(t)
  const use = { type: 'tool_use', id: 'x', name: 'Read', input: { path: '/a' } } as const
  await story.add(submitted(3, 'look'), asked(3))
  const reply = await story.add(replied(3, [{ type: 'text', text: 'I look.' }, use]))
  const running = await story.add(callStarted(3, reply, 1))
  await story.add({
    type: 'InputQueued',
    data: {
      input: submitted(9, '').data['input' as never],
      segments: [{ kind: 'text', content: 'later' }],
      by: 'host',
    },
  })
  await story.add(callDone(3, reply, 1), asked(3, 2))

  const { code, out } = await replay('--at', String(running + 1))

  t.is(code, 0)
  t.regex(out, /^ {2}status {4}running$/m)
  t.regex(out, /^ {2}next Pod {2}would find it paused, with 1 call closed without a result$/m)
  t.regex(out, /^ {2}turn {6}turn 3 \(.*\), opened by run$/m)
  t.regex(out, /^ {2}call {6}12\.1 started → Read \{"path":"\/a"\}$/m)
  t.regex(out, /^ {2}queued {4}#14 later$/m)
  t.regex(out, /^The conversation then: 6 items$/m)
  t.regex(out, / {2}#10 +you +to the model\n {6}look\n/)
  t.notRegex(out, /one\n {6}two/)
})

test('--at --json gives a line of how it stood, then a line for each item', async (t) => {
  const { replay } = await given(t)

  const { code, out } = await replay('--at', '8', '--json')

  t.is(code, 0)
  const [facts, ...items] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.like(facts, { at: { seq: 8 }, session, status: 'running', items: 4, calls: [], queue: [] })
  t.like(facts.restored, { status: 'paused' })
  t.deepEqual(
    items.map(({ seq, role }) => [seq, role]),
    [
      [2, 'user'],
      [4, 'assistant'],
      [6, 'user'],
      [8, 'assistant'],
    ],
  )
})

test('a record inside a group is said to be one', async (t) => {
  const { replay } = await given(t)

  t.regex((await replay('--at', '6')).out, /inside a group: #7 was committed with it/)
  t.notRegex((await replay('--at', '7')).out, /inside a group/)
})

test('--at behind damage says what is damaged and what can still be told', async (t) => {
  const { replay, story } = await given(t)
  const text = await readFile(story.path, 'utf8')
  await writeFile(story.path, text.replace('Two files', 'Ten files'))

  const { code, out, err } = await replay('--at', '9')

  t.is(code, 3)
  t.is(out, '')
  t.regex(
    err,
    /! line 5, byte \d+, where record 4 was due: the bytes of the line do not give its hash\n/,
  )
  t.regex(err, /damaged before that place.* The last that can be told is --at 3\./)
})

test('--at behind a group that is not whole names the record before that group', async (t) => {
  const { replay, story } = await given(t)
  const lines = (await readFile(story.path, 'utf8')).split('\n')
  lines[7] = lines[7]?.replace('"at":"2026', '"at":"2027') ?? ''
  await writeFile(story.path, lines.join('\n'))

  for (const place of ['9', '6']) {
    const { code, err } = await replay('--at', place)
    t.is(code, 3)
    t.regex(err, /The last that can be told is --at 5\./)
  }
  t.is((await replay('--at', '5')).out.includes('How it stood after #5'), true)
})

test('--at before damage shows how it stood, and says that damage follows', async (t) => {
  const { replay, story } = await given(t)
  t.is((await replay('--at', '3')).code, 0)
  const text = await readFile(story.path, 'utf8')
  await writeFile(story.path, text.replace('Two files', 'Ten files'))

  const told = await replay('--at', '3')
  const asJson = await replay('--at', '3', '--json')

  for (const { code, out, err } of [told, asJson]) {
    t.is(code, 3)
    t.not(out, '')
    t.regex(err, /! line 5, byte \d+, where record 4 was due: /)
    t.regex(err, /is damaged behind #3; .* yoi verify \S+ tells all that is wrong\./)
  }
})

test('damage in front of a range is told, and the range after it', async (t) => {
  const { replay, story } = await given(t)
  const text = await readFile(story.path, 'utf8')
  await writeFile(story.path, text.replace('Two files', 'Ten files'))

  const { code, out, seqs } = await replay('--from', '6', '--to', '7')

  t.is(code, 3)
  t.deepEqual(seqs, [6, 7])
  t.regex(out, /^! line 5, .*: the bytes of the line do not give its hash$/m)
})

test('a reset in a torn tail takes nothing back', async (t) => {
  const { replay, story } = await given(t)
  const to = story.records()[5]
  await story.add(submitted(3, 'kept'), asked(3))
  const whole = await readFile(story.path, 'utf8')
  await story.add(stopAsked(3), resetTo(3, { seq: 9, hash: to?.hash as never }))
  const all = await readFile(story.path, 'utf8')
  // The reset's line is there, its newline is not.
  await writeFile(story.path, all.trimEnd())
  t.true(all.length > whole.length)

  const { out } = await replay()

  t.regex(out, /^ {2}#10 .*Asked$/m)
  t.regex(out, /^! .* are not a whole group: they never happened$/m)
})

test('events of a later version are named where they are not in the state', async (t) => {
  const { replay, story } = await given(t)
  await story.add({ type: 'GoalSet', data: {} } as never)

  t.regex((await replay('--at', '10')).out, /events of a later version are not in this: GoalSet/)
})

test('edits are told as diffs, long outputs by their beginning', async (t) => {
  const { replay, story } = await given(t)
  const edit = {
    type: 'tool_use',
    id: 'x',
    name: 'Edit',
    input: { path: 'a', old_string: 'x', new_string: 'y' },
  } as const
  const write = {
    type: 'tool_use',
    id: 'y',
    name: 'Write',
    input: { path: 'b', content: 'one\ntwo' },
  } as const
  const bash = {
    type: 'tool_use',
    id: 'z',
    name: 'Bash',
    input: { command: `echo ${'w'.repeat(300)}` },
  } as const
  await story.add(submitted(3, 'change'), asked(3))
  const reply = await story.add(replied(3, [edit, write, bash]))
  const done = (index: number, summary: string, content: string) =>
    story.add({
      type: 'ToolCallCompleted',
      data: { ...callDone(3, reply, index).data, summary, content } as never,
    })
  await done(0, '1 change', 'Changed "a" in one place.\n@@ -1,1 +1,1 @@\n-x\n+y')
  await done(1, 'new, 2 lines', 'Created "b" (2 lines).')
  await done(2, 'exit 0', Array.from({ length: 60 }, (_, n) => `line ${n}`).join('\n'))
  await story.add(said(3, 'Done.'))

  const { out } = await replay('--turn', '3')

  t.regex(
    out,
    /Edit is done: 1 change .*\n {6}--- a\n {6}\+\+\+ a\n {6}@@ -1,1 \+1,1 @@\n {6}-x\n {6}\+y\n/,
  )
  t.regex(out, /Write is done: new, .*\n {6}--- \/dev\/null\n {6}\+\+\+ b\n {6}\+one\n {6}\+two\n/)
  t.regex(out, /→ Bash \{"command":"echo w{95}… \(305 characters\)"\}/)
  t.regex(out, / {6}line 19\n {6}… 319 more characters in 40 lines; --json shows all\n/)
  t.notRegex(out, /line 20/)
})
