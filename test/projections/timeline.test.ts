import test from 'ava'
import fc from 'fast-check'
import type { Event } from '../../domain/event/event.js'
import { noHash } from '../../domain/ids.js'
import type { LogRecord } from '../../domain/log/record.js'
import { foreignEntry, type TimelineEntry } from '../../projections/timeline.js'
import { fcOptions } from '../support/rounds.js'
import {
  asked,
  callDone,
  callStarted,
  ended,
  firstTurn,
  paused,
  recordsOf,
  replied,
  resetTo,
  resumed,
  said,
  sealStory,
  someInput,
  someSession,
  someTurn,
  stopAsked,
  submitted,
} from '../support/story.js'
import { entriesOf as told, turnsOf } from '../support/told-records.js'

const textOf = ({ body }: TimelineEntry) => body.map(({ text }) => text)

const session = someSession(1)

const used = '11 tokens in (1 written to the cache), 5 out, 100 read from the cache'
const sum = `took 4.0 s, 1 request, ${used}`

test('a turn is told as who did what, with the words that were said and what it came to', (t) => {
  const entries = told(recordsOf(firstTurn(session)))

  t.deepEqual(
    entries.map((entry) => ({ seq: entry.seq, who: entry.who, body: textOf(entry) })),
    [
      { seq: 0, who: 'yoi', body: [] },
      { seq: 1, who: 'yoi', body: [] },
      { seq: 2, who: 'you', body: ['What is here?'] },
      { seq: 3, who: 'yoi', body: [] },
      { seq: 4, who: 'model', body: ['Two files.', used] },
      { seq: 5, who: 'yoi', body: [sum] },
    ],
  )
  t.regex(entries[0]?.what ?? '', /began in \/work\/here on anthropic\/model-x/)
  t.is(entries[4]?.what, 'Replied (model-x)')
  t.is(entries[5]?.what, 'The turn finished')
})

test('a turn took the time in which it ran: a rest takes none', (t) => {
  const opened = firstTurn(session).slice(0, 1)
  const rested = [...opened, [paused(1)], [resumed(1), asked(1, 2)], [said(1, 'So.', 2), ended(1)]]
  // Each record is a second, so it ran for 4 s, rested for one and ran for two more.
  t.regex(textOf(told(recordsOf(rested)).at(-1)!)[0] ?? '', /^took 6\.0 s, /)
})

test('a stop is told as asked by whoever asked: a person, or a hook', (t) => {
  const byHook: Event = {
    type: 'StopRequested',
    data: { turn: someTurn(1), stop: 'pause', by: 'hook', shown: [], reason: 'Look first.' },
  }
  const opened = firstTurn(session).slice(0, 1)
  t.is(told(recordsOf([...opened, [stopAsked(1)]])).at(-1)?.who, 'you')
  const entry = told(recordsOf([...opened, [byHook]])).at(-1)
  t.is(entry?.who, 'hook')
  t.is(entry?.what, 'Asked to pause the turn: Look first.')
})

test('what a stop cut off is told block by block: thoughts, words, and the begin of a call', (t) => {
  const cut: Event = {
    type: 'StopRequested',
    data: {
      turn: someTurn(1),
      stop: 'pause',
      by: 'user',
      shown: [
        { kind: 'thinking', block: 0, text: 'I should' },
        { kind: 'text', block: 1, text: 'Let me\nlo' },
        { kind: 'tool_call', block: 2, call: 'x', name: 'Bash', args: '{"comm' },
      ],
    },
  }
  const entry = told(recordsOf([...firstTurn(session).slice(0, 1), [cut]])).at(-1)
  if (entry === undefined) return t.fail()
  t.is(entry.what, 'Asked to pause the turn; this much of a reply had been shown')
  t.deepEqual(textOf(entry), ['[thought]', 'I should', 'Let me', 'lo', '→ Bash {"comm…'])
})

test('an input that was taken back from the queue is told with its words', (t) => {
  const queued = (n: number, content: string): Event => ({
    type: 'InputQueued',
    data: { input: someInput(n), segments: [{ kind: 'text', content }], by: 'host' },
  })
  const withdrawn = (n: number): Event => ({
    type: 'InputWithdrawn',
    data: { input: someInput(n), by: 'host' },
  })
  const entries = told(
    recordsOf([
      ...firstTurn(session).slice(0, 1),
      [queued(7, 'first')],
      [queued(8, 'second')],
      [withdrawn(7)],
      [withdrawn(8)],
      [withdrawn(9)],
    ]),
  )
  t.deepEqual(
    entries.slice(-3).map((entry) => [entry.what, textOf(entry)]),
    [
      ['A queued input was taken back', ['first']],
      ['A queued input was taken back', ['second']],
      ['A queued input was taken back', []],
    ],
  )
})

test('the result of a call is told with the name of its tool', (t) => {
  const call = { type: 'tool_use', id: 'x', name: 'Read', input: { file_path: '/a' } } as const
  const groups = [
    ...firstTurn(session).slice(0, 1),
    [replied(1, [call])],
    [callStarted(1, 4)],
    [callDone(1, 4)],
  ]

  const entries = told(recordsOf(groups))

  t.deepEqual(textOf(entries[4] as TimelineEntry), ['→ Read {"file_path":"/a"}', used])
  t.is(entries[5]?.what, 'Read started (call 4.0)')
  t.is(entries[6]?.what, 'Read is done: 2 lines (call 4.0)')
  t.deepEqual(textOf(entries[6] as TimelineEntry), ['one', 'two'])
})

test('a taken-back turn is marked from its first record on, its neighbours are not', (t) => {
  const before = firstTurn(session)
  const tip = sealStory(before).at(-1)?.record
  const queued: Event = {
    type: 'InputQueued',
    data: { input: someInput(9), segments: [{ kind: 'text', content: 'later' }], by: 'host' },
  }
  const groups = [
    ...before,
    [submitted(2, 'oops'), asked(2)],
    [queued],
    [stopAsked(2), resetTo(2, { seq: 5, hash: tip?.hash as never })],
  ]

  const entries = told(recordsOf(groups))

  t.deepEqual(
    entries.flatMap(({ seq, mark }) => (mark.takenBackBy === undefined ? [] : [seq])),
    [6, 7, 9],
  )
})

test('a reset of a turn that has ended, or to a place within it, takes nothing back', (t) => {
  const before = firstTurn(session)
  const reset = (seq: number) => resetTo(1, { seq, hash: noHash })
  const ended = told(recordsOf([...before, [reset(1)], [reset(6)]]))
  const within = told(recordsOf([...before.slice(0, 1), [said(1, 'One.')], [reset(3)]]))

  for (const { mark } of [...ended, ...within]) {
    t.is(mark.takenBackBy, undefined)
    t.not(mark.fate, 'taken_back')
  }
})

test('a turn that was interrupted by a crash says so and stands open', (t) => {
  const records = recordsOf([...firstTurn(session).slice(0, 1), [paused(1, 'crash')]])

  t.regex(told(records).at(-1)?.what ?? '', /interrupted.*can be resumed/)
  t.is(turnsOf(records).open()?.fate, 'interrupted')
  t.is(turnsOf(records.slice(0, 4)).open()?.fate, 'running')
})

test('an event of a later version is told by its name', (t) => {
  const [record] = recordsOf(firstTurn(session))
  const entry = foreignEntry({ ...(record as LogRecord), type: 'Moved\u001b', data: {} })

  t.is(entry.what, 'Moved␛: an event of a later version, kept and not understood')
})

test('no text of a log reaches the screen as a control', (t) => {
  const hostile = fc.string({ unit: 'binary', maxLength: 60 })
  t.notThrows(() =>
    fc.assert(
      fc.property(hostile, hostile, (question, answer) => {
        const entries = told(recordsOf([[...firstTurn(session, question).flat(), said(1, answer)]]))
        const printed = entries.flatMap((entry) => [entry.what, ...textOf(entry)])
        return printed.every((line) => !/[\p{Cc}\u2028\u2029\u202e]/u.test(line))
      }),
      fcOptions(3),
    ),
  )
})
