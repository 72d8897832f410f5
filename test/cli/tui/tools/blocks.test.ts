import test from 'ava'
import type { Style } from '../../../../cli/tui/frame.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { documentOf, endPlace } from '../../../../cli/tui/transcript/document.js'
import { nextTickMs } from '../../../../cli/tui/update.js'
import type { Event } from '../../../../domain/event/event.js'
import { callId } from '../../../../domain/ids.js'
import type { LogRecord } from '../../../../domain/log/record.js'
import {
  callCompleted,
  callStarted,
  ended,
  paused,
  replied,
  reset,
  stopped,
  submitted,
  toolUse,
  words,
} from '../../../support/events.js'
import { english } from '../../../support/pictures/words.js'
import { recordList, turnNo } from '../../../support/record-list.js'
import { transcriptText } from '../../../support/tool-pictures.js'
import { callsFrom, timedRecords, toolStory } from '../../../support/tool-story.js'
import { attached, idle, pausedStatus, play, running, told } from '../../../support/tui-given.js'

type Gives = Parameters<typeof callCompleted>[2]

/** A transcript with one call that has this result. */
const called = (name: string, input: unknown, gives?: Gives): TuiState =>
  attached({
    records: timedRecords([
      [submitted(1, 'x')],
      ...callsFrom(1, 1, [{ name, input, ...(gives === undefined ? {} : { gives }) }]),
    ]),
    status: running,
  })

const styled = (state: TuiState, style: Style): ReadonlyArray<string> => {
  const document = documentOf(state)
  return Array.from({ length: document.count - 1 }, (_, index) => document.linesOf(index + 1))
    .flat(2)
    .flatMap((span) => (span.style === style ? [span.text] : []))
}

const textOf = (state: TuiState) => transcriptText(state)

const manyLines = Array.from({ length: 30 }, (_, n) => `line ${n}.`).join('\n')

test('what is left out says which keys show it, and they do', (t) => {
  const state = called('Bash', { command: 'ls' }, { summary: 'exit 0', content: manyLines })
  t.regex(textOf(state), /line 5\.\n {2}… 24 more lines \(Ctrl-O twice shows all\)/)
  const shown = textOf(play(state, 'Ctrl-O', 'Ctrl-O').state)
  t.true(shown.includes('line 29.'))
  t.notRegex(shown, /more lines|Ctrl-O/)
})

test('of what went wrong the end is shown, where the reason stands', (t) => {
  const gives = { outcome: 'failed', summary: 'exit 1', content: manyLines } as const
  const text = textOf(called('Bash', { command: 'make' }, gives))
  t.regex(text, /✗ Bash make · failed: exit 1 · 1\.5 s\n {2}… 24 earlier lines .*\n {2}line 24\./)
  t.true(text.includes('line 29.'))
})

test('one line more than the fold is shown instead of counted', (t) => {
  const content = manyLines.split('\n').slice(0, 7).join('\n')
  const text = textOf(called('Bash', { command: 'ls' }, { summary: 'exit 0', content }))
  t.true(text.includes('line 6.'))
  t.false(text.includes('more line'))
})

test('a path below the folder is shown without it, any other whole', (t) => {
  const read = (path: string) => textOf(called('Read', { path }, { summary: '1 line' }))
  t.true(read('/w/src/a.ts').includes('✓ Read src/a.ts · 1 line'))
  t.true(read('/wide/a.ts').includes('✓ Read /wide/a.ts · 1 line'))
})

test('a range that was read stands behind the path', (t) => {
  const read = (input: object) => textOf(called('Read', { path: '/w/a', ...input }, {}))
  t.true(read({ offset: 40, limit: 24 }).includes('Read a:40-63 ·'))
  t.true(read({ offset: 40 }).includes('Read a:40- ·'))
  t.true(read({ limit: 9 }).includes('Read a:1-9 ·'))
})

test('the words of a line that changed are marked, and only they', (t) => {
  const content =
    'Changed a.\n@@ -1,2 +1,2 @@\n-const total = add(x, y)\n+const total = sum(x, y)\n same'
  const state = called('Edit', { path: '/w/a' }, { summary: '1 change', content })
  t.deepEqual(styled(state, 'removed_word'), ['add'])
  t.deepEqual(styled(state, 'added_word'), ['sum'])
  t.true(textOf(state).includes('✓ Edit a · 1 change · 1.5 s · +1 -1'))
})

test('lines that have little in common have no marked words', (t) => {
  const content = 'Changed a.\n@@ -1 +1 @@\n-one two three\n+何か全く別のもの'
  const state = called('Edit', { path: '/w/a' }, { summary: '1 change', content })
  t.deepEqual(styled(state, 'removed_word'), [])
  t.deepEqual(styled(state, 'removed'), ['-1', '- ', 'one two three'])
})

test('changed words of Japanese are found', (t) => {
  const content = 'Changed a.\n@@ -1 +1 @@\n-これは古い文です。\n+これは新しい文です。'
  const state = called('Edit', { path: '/w/a' }, { summary: '1 change', content })
  t.is(styled(state, 'added_word').join(''), '新し')
})

test('that neither side ends in a newline is said once, and the lines stay a pair', (t) => {
  const note = '\\ No newline at end of file'
  const content = `Changed a.\n@@ -1 +1 @@\n-one two three\n${note}\n+one two four\n${note}`
  const state = called('Edit', { path: '/w/a' }, { summary: '1 change', content })
  t.is(textOf(state).split('No newline').length, 2)
  t.deepEqual(styled(state, 'added_word'), ['four'])
})

test('every line that a diff counts has its own number in the file', (t) => {
  const content = 'Changed a.\n@@ -98,4 +98,4 @@\n a\n b\n-c\n+C\n d\n\\ No newline at end of file'
  const text = textOf(called('Edit', { path: '/w/a' }, { summary: '1 change', content }))
  t.regex(
    text,
    / {3}98 {3}a\n {3}99 {3}b\n {2}100 - c\n {2}100 \+ C\n {2}101 {3}d\n {2}No newline at end of file/,
  )
})

test('an edit that was refused says why, and what it wanted is a detail', (t) => {
  const content = '"/w/a" has changed since it was read. Read it again, then change it.'
  const input = { path: '/w/a', old_string: 'before', new_string: 'behind' }
  const state = called('Edit', input, { outcome: 'failed', summary: 'failed', content })
  t.true(textOf(state).includes(`✗ Edit a · failed · 1.5 s\n  ${content}`))
  t.false(textOf(state).includes('behind'))
  t.regex(textOf({ ...state, detail: 'detail' }), /- before\n {2}\+ behind/)
})

test('an edit that has not run yet shows what it will do', (t) => {
  const input = { path: '/w/a', old_string: 'one\ntwo\nthree', new_string: 'one\n2\nthree' }
  t.regex(
    textOf(called('Edit', input)),
    /● Edit a · running\n {4}one\n {2}- two\n {2}\+ 2\n {4}three/,
  )
})

test('a file whose lines end in CR LF has no mark at each of them', (t) => {
  const text = textOf(
    called('Write', { path: '/w/a', content: 'a\r\nb\r\n' }, { summary: 'new, 2 lines' }),
  )
  t.regex(text, / {2}1 \+ a\n {2}2 \+ b\n/)
})

test('what was searched for is marked where it was found', (t) => {
  const grep = (pattern: string, more: object = {}) =>
    styled(
      called(
        'Grep',
        { pattern, ...more },
        { summary: '1 match in 1 file', content: 'a.ts:7:foo Bar foo' },
      ),
      'match',
    )
  t.deepEqual(grep('foo'), ['foo', 'foo'])
  t.deepEqual(grep('b.r', { case_insensitive: true }), ['Bar'])
  t.deepEqual(grep('b.r'), [])
  // of another dialect, or slow to find: nothing is marked
  t.deepEqual(grep('(?i)bar'), [])
  t.deepEqual(grep('(o+)+$'), [])
})

test('a progress bar shows its last state and colours are left out, in every density', (t) => {
  const content = 'a 1%\ra 2%\ra 99%\r\n\x1b[31mred\x1b[0m\x1b[2J'
  const state = called('Bash', { command: 'x' }, { summary: 'exit 0', content })
  for (const detail of ['normal', 'detail'] as const)
    t.regex(textOf({ ...state, detail }), /exit 0 · 1\.5 s\n {2}a 99%\n {2}red␛\[2J\n/)
  const other = called('Deploy', {}, { summary: 'done', content })
  t.true(textOf(other).includes('  a 99%\n  red␛[2J\n'))
})

test('what was in a file keeps its control characters as marks', (t) => {
  const read = called('Read', { path: '/w/a' }, { summary: '1 line', content: '1\t\x1b[31mred' })
  t.true(textOf({ ...read, detail: 'detail' }).includes('␛[31mred'))
})

test('a line of a difference that is too long goes on behind a sign, broken as prose is', (t) => {
  const content = `Changed a.\n@@ -1 +1 @@\n-${'古い文です。'.repeat(9)}\n+const a = ${'word '.repeat(12)}`
  const state = called('Edit', { path: '/w/a' }, { summary: '1 change', content })
  const lines = textOf({ ...state, size: { width: 33, height: 24 } }).split('\n')
  const drawn = lines.filter((one) => /^ +(1 [-+]|↪) /.test(one))
  t.true(drawn.length >= 6)
  for (const one of drawn) t.notRegex(one, /^.{4}[-+ ↪] [。、]/)
  t.deepEqual(
    drawn.filter((one) => one.includes('w')),
    [
      '  1 + const a = word word word',
      '    ↪ word word word word word',
      '    ↪ word word word word',
    ],
  )
})

test('a command of several lines stands below its call, and as one line in the overview', (t) => {
  const state = called('Bash', { command: 'cd x &&\n  make' }, { summary: 'exit 0', content: '' })
  t.regex(textOf(state), /✓ Bash · exit 0 · 1\.5 s\n {2}\$ cd x &&\n {6}make/)
  t.true(textOf({ ...state, detail: 'overview' }).includes('✓ Bash cd x && ⏎ make · exit 0'))
})

test('a call does not run on while the log takes nothing: it was stopped', (t) => {
  const records = recordList([
    [submitted(1, 'x'), replied(1, toolUse('Bash', { command: 'make' }))],
    [callStarted(1, 1)],
  ])
  const state = attached({ records, status: { ...running, storage: 'failed' } })
  t.regex(textOf(state), /● Bash make · stopped, not in the log yet\n/)
  t.notRegex(textOf(state), /running/)
  t.is(play(state, 'Escape').state.hint, undefined)
})

test('a running command tells for how long, and whether it wrote to stderr', (t) => {
  const call = callId(1, 0)
  const before = attached({
    records: timedRecords([
      [submitted(1, 'x')],
      [replied(1, toolUse('Bash', { command: 'make' }))],
    ]),
    status: running,
  })
  const records = timedRecords([[submitted(1, 'x')], [replied(1, words(''))], [callStarted(1, 1)]])
  const begun = play(before, { event: 'record', data: records[2]! }).state
  const output = {
    event: 'tool_output_delta',
    data: { call, stream: 'stderr', text: 'warning' },
  } as const
  const later = play(begun, output, { type: 'Tick', atMs: begun.nowMs + 75_000 }).state
  t.true(textOf(later).includes('● Bash make · running · 1 min 15 s · wrote to stderr\n  warning'))
  t.is(nextTickMs(later, later.nowMs), later.nowMs + 1000)
})

test('of a call that ran before one looked, the time is only the least', (t) => {
  const records = timedRecords([
    [submitted(1, 'x')],
    [replied(1, toolUse('Bash', { command: 'make' }))],
    [callStarted(1, 1)],
  ])
  const calls = [{ call: callId(1, 0), name: 'Bash', output: 'out' }]
  const state = attached({ records, status: running, in_flight: { round: 1, blocks: [], calls } })
  const later = play(state, { type: 'Tick', atMs: state.nowMs + 4000 }).state
  t.true(textOf(later).includes('● Bash make · running · over 4 s\n  out'))
})

test('thinking streams with its time and its last lines, and is one line when it is over', (t) => {
  const delta = (text: string) =>
    ({ event: 'thinking_delta', data: { turn: turnNo(1), round: 1, block: 0, text } }) as const
  const open = attached({ records: recordList([[submitted(1, 'x')]]), status: running })
  const first = play(open, delta('First.\n')).state
  const state = play(first, delta(manyLines), { type: 'Tick', atMs: first.nowMs + 12_000 }).state
  t.regex(textOf(state), /~ thinking · 12 s\n {2}line 24\.\n/)
  t.true(textOf(state).includes('line 29.'))
  t.false(textOf(state).includes('First.'))
  const thought = replied(1, { type: 'thinking', thinking: manyLines, signature: '' })
  const record = recordList([
    [submitted(1, 'x')],
    [{ ...thought, data: { ...thought.data, thinking_ms: 12_400 } }],
  ])[1]!
  const over = play(state, { event: 'record', data: record }).state
  t.regex(textOf(over), /~ thought for 12 s\n/)
  t.false(textOf(over).includes('line 29.'))
  t.true(textOf({ ...over, detail: 'detail' }).includes('line 0.'))
  t.false(textOf({ ...over, detail: 'overview' }).includes('thought'))
})

test('a call that is still being written tells what one can read of it', (t) => {
  const state = play(
    attached({ records: recordList([[submitted(1, 'x')]]), status: running }),
    {
      event: 'tool_call_start',
      data: { turn: turnNo(1), round: 1, block: 0, call: 'c', name: 'Write' },
    },
    {
      event: 'tool_args_delta',
      data: { call: 'c', text: `{"path":"/w/\\u65e5.md","content":"${'x'.repeat(900)}` },
    },
  ).state
  t.regex(textOf(state), /○ Write 日\.md · being written · 9\d\d characters/)
})

test('a wait for another attempt counts down and says which attempt it is', (t) => {
  const data = { turn: turnNo(1), attempt: 1, of: 3, wait_ms: 3000, code: 'x', message: 'Busy.' }
  const open = attached({ records: recordList([[submitted(1, 'x')]]), status: running })
  const state = play(open, { event: 'retry', data }).state
  t.true(textOf(state).includes('! Busy. Trying again in 3 s (attempt 2 of 4)'))
  const later = play(state, { type: 'Tick', atMs: state.nowMs + 3500 }).state
  t.true(textOf(later).includes('! Busy. Trying again now (attempt 2 of 4)'))
})

test('an error says what to do as long as it is the last, unless it says so itself', (t) => {
  const failing = (message: string): Event => ({
    type: 'TurnEnded',
    data: { turn: turnNo(1), result: 'errored', error: { code: 'x', message } },
  })
  const shown = (...more: ReadonlyArray<ReadonlyArray<Event>>) =>
    textOf(attached({ records: timedRecords([[submitted(1, 'x')], ...more]), status: idle }))
  t.regex(shown([failing('It broke.')]), /— error: It broke\.[^]*Enter to try again/)
  t.notRegex(shown([failing('Press Enter to go on.')]), /Enter to try again/)
  t.notRegex(shown([failing('It broke.')], [submitted(2, 'y'), ended(2)]), /Enter to try again/)
})

test('a turn whose Pod had ended says so before its log does, and once', (t) => {
  const open = [[submitted(1, 'x')], [replied(1, words('half'))]]
  const state = attached({ records: timedRecords(open), status: pausedStatus })
  t.regex(textOf(state), /— interrupted: the Pod had ended/)
  const crash: Event = { type: 'TurnPaused', data: { turn: turnNo(1), by: 'crash' } }
  const said = attached({ records: timedRecords([...open, [crash]]), status: pausedStatus })
  t.is(textOf(said).split('interrupted').length, 2)
  const rests = attached({ records: timedRecords([...open, [paused(1)]]), status: pausedStatus })
  t.notRegex(textOf(rests), /interrupted/)
})

test('a turn that was taken back is one line; in detail its words are struck', (t) => {
  const records = timedRecords([
    [submitted(1, 'a'), ended(1)],
    [submitted(2, 'never mind')],
    [stopped(turnNo(2)), reset(2, 1)],
  ])
  const state = attached({ records })
  t.true(textOf(state).includes('— taken back before anything was answered'))
  t.false(textOf(state).includes('never mind'))
  t.deepEqual(styled({ ...state, detail: 'detail' }, 'strike'), ['> never mind'])
})

test('a turn ends with what it took: time, tokens, what was cached, and the cost', (t) => {
  const records = timedRecords([[submitted(1, 'x')], [replied(1, words('y'))], [ended(1)]])
  const state = attached({ records })
  t.true(textOf(state).includes('— finished · took 3.0 s · in 11 out 5 cached 2 tokens'))
  const price = { input: 100_000, output: 0, cache_read: 0, cache_write: 0 }
  const priced = { ...state, pod: { ...state.pod!, greeting: { ...state.pod!.greeting!, price } } }
  t.true(textOf(priced).includes('cached 2 tokens · $1.00'))
})

test('the screen of one who was there is, once all is over, the screen of one who comes later', (t) => {
  const all = toolStory(english)
  const waits = all.findLast(({ type }) => type === 'AssistantReplied')
  const call = callId(waits?.seq ?? 0, 1)
  const rest: ReadonlyArray<Event> = [
    { type: 'ToolCallCompleted', data: { ...callDone(call), turn: turnNo(3) } },
    ended(3),
  ]
  const records: ReadonlyArray<LogRecord> = [
    ...all,
    ...timedRecords([...all.map(() => [ended(9)]), ...rest.map((event) => [event])]).slice(
      all.length,
    ),
  ]
  const deltas = [
    { event: 'thinking_delta', data: { turn: turnNo(1), round: 1, block: 0, text: 'Hm' } },
    { event: 'tool_output_delta', data: { call, stream: 'stderr', text: 'out' } },
  ] as const
  const there = play(
    attached({ records: records.slice(0, 1), status: running }),
    ...records.slice(1).flatMap((data) => [...deltas, { event: 'record', data } as const]),
    told(idle),
  ).state
  const later = attached({ records })
  for (const detail of ['overview', 'normal', 'detail'] as const)
    t.is(textOf({ ...there, detail }), textOf({ ...later, detail }), detail)
})

const callDone = (call: ReturnType<typeof callId>) => ({
  call,
  outcome: 'ok' as const,
  summary: 'exit 0 · 1.0 s',
  content: 'out',
})

test('the end of a document of which many elements have no line is found', (t) => {
  const reads = Array.from({ length: 40 }, (_, n) => ({
    name: 'Read',
    input: { path: `/w/${n}` },
    gives: { summary: '1 line' },
  }))
  const state = attached({
    records: timedRecords([[submitted(1, 'x')], ...callsFrom(1, 1, reads)]),
  })
  const document = documentOf(state)
  t.true(textOf(state).includes('✓ Read 40 files · 40 lines'))
  t.deepEqual(endPlace(document, 3).element, 2)
})
