import test from 'ava'
import fc from 'fast-check'
import { callTeller } from '../../../cli/run/call-teller.js'
import type { Event } from '../../../domain/event/event.js'
import { callId } from '../../../domain/ids.js'
import type { Outcome } from '../../../domain/tool/outcome.js'
import { anyText } from '../../support/any-text.js'
import { callCompleted, callStarted, replied, toolUse } from '../../support/events.js'
import { recordList } from '../../support/record-list.js'
import { fcOptions } from '../../support/rounds.js'

/** What is told of these events, the first of which is record 0; the folder is /w. */
const told = (...events: ReadonlyArray<Event>): ReadonlyArray<string> => {
  const calls = callTeller()
  return recordList([events]).flatMap((record) => calls.line(record, '/w') ?? [])
}

type Came = { readonly outcome: Outcome; readonly summary: string; readonly content: string }

const one = (name: string, input: object, came: Came): ReadonlyArray<string> =>
  told(replied(1, toolUse(name, input)), callStarted(1, 0), callCompleted(1, 0, came))

const ok = (summary: string): Came => ({ outcome: 'ok', summary, content: '' })

for (const [name, input, line] of [
  ['Read', { path: '/w/src/a.ts' }, '→ Read src/a.ts'],
  ['Read', { path: '/w/a.ts', offset: 40, limit: 24 }, '→ Read a.ts:40-63'],
  ['Write', { path: '/else/b.ts', content: 'x' }, '→ Write /else/b.ts'],
  ['Bash', { command: 'ls -la\necho 終わり' }, '→ Bash ls -la ⏎ echo 終わり'],
  ['Glob', { pattern: '*.ts', path: '/w/src' }, '→ Glob *.ts in src'],
  ['Grep', { pattern: 'TODO', glob: '*.ts' }, '→ Grep TODO (*.ts)'],
  ['Else', { query: 'what' }, '→ Else what'],
  ['Else', {}, '→ Else'],
] as const)
  test(`a call is told with what it asks for: ${line}`, (t) => {
    t.deepEqual(one(name, input, ok('1 thing')), [line, '  1 thing'])
  })

test('a call that failed says why in one line', (t) => {
  const gone = { outcome: 'failed', summary: 'failed', content: '"/w/a" does not exist.' } as const
  t.is(one('Read', { path: '/w/a' }, gone)[1], '  failed: "/w/a" does not exist.')
  const no = { outcome: 'denied', summary: 'denied', content: 'No permission.\nNone.' } as const
  t.is(one('Read', { path: '/a' }, no)[1], '  denied: No permission.')
  const content = 'much\nls: no such file\n\n[Exit code 2.]'
  const bad = { outcome: 'failed', summary: 'exit 2 · 0.1 s', content } as const
  t.is(one('Bash', { command: 'ls x' }, bad)[1], '  failed: exit 2 · 0.1 s · ls: no such file')
  const mute = { outcome: 'failed', summary: 'exit 3', content: '[Exit code 3.]' } as const
  t.is(one('Bash', { command: 'exit 3' }, mute)[1], '  failed: exit 3')
})

test('calls that run beside each other are named again at their ends', (t) => {
  const asked = ['a', 'b', 'c'].map((path) => toolUse('Read', { path }))
  const ends = [2, 0, 1].map((n) =>
    callCompleted(1, 0, { call: callId(0, n), ...ok(`${n} lines`) }),
  )
  t.deepEqual(told(replied(1, ...asked), ...[0, 1, 2].map((n) => callStarted(1, 0, n)), ...ends), [
    '→ Read a',
    '→ Read b',
    '→ Read c',
    '  2 lines',
    '  Read a: 0 lines',
    '  Read b: 1 lines',
  ])
})

test('a call that was left over from an earlier turn is told without what it asked for', (t) => {
  const closed = { outcome: 'cancelled', summary: '[Interrupted by user]', content: '' } as const
  t.deepEqual(told(replied(1), callCompleted(1, 0, closed)), [
    '  tool: cancelled: Interrupted by user',
  ])
})

test('whatever a call holds, it is told in lines that steer no terminal', (t) => {
  fc.assert(
    fc.property(anyText, anyText, fc.constantFrom('Bash', 'Read', 'Other'), (a, b, name) => {
      const came = { outcome: 'failed', summary: b, content: b } as const
      for (const line of one(name, { command: a, path: b }, came))
        t.notRegex(line, /[\p{Cc}\p{Bidi_Control}]/u)
    }),
    fcOptions(30),
  )
})

test('a call that was cut off before is named when its end is told', (t) => {
  const events = [
    replied(1, toolUse('Bash', { command: 'sleep 40' })),
    callStarted(1, 0),
    callCompleted(1, 0, { outcome: 'unknown', summary: 'Outcome unknown', content: '' }),
  ]
  const records = recordList([events])
  const calls = callTeller()
  calls.before(records.slice(0, 2))

  t.deepEqual(
    records.slice(2).map((record) => calls.line(record, '/w')),
    ['  Bash sleep 40: Outcome unknown'],
  )
})
