import test from 'ava'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import type { Event } from '../../../domain/event/event.js'
import { checkLine } from '../../../domain/log/chain.js'
import { refOf } from '../../../domain/log/record.js'
import { seal } from '../../../domain/log/seal.js'
import { wellFormed } from '../../../domain/log/well-formed.js'
import type { Timestamp } from '../../../domain/time.js'
import { fcOptions } from '../../support/rounds.js'
import { replied, said, someSession, started } from '../../support/story.js'

const at = '2026-01-02T03:04:05.678Z' as Timestamp
const sealed = (events: ReadonlyArray<Event>) => seal(sha256)(events, undefined, at)

const using = (input: Readonly<Record<string, string>>): Event =>
  replied(1, [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input } as never])

// Halves of pairs and what JSON spells like their escapes, between characters of each width.
const parts = ['\ud83d', '\ude00', '\\ud83d', '\\', 'ud', '"', 'a', 'é', '日', '😀', '\n', '\u0000']
const text = fc.string({ unit: fc.constantFrom(...parts), maxLength: 12 })

test('a line holds its record, with U+FFFD for each lone surrogate, in text and in keys', (t) => {
  fc.assert(
    fc.property(text, fc.array(fc.tuple(text, text), { maxLength: 3 }), (words, members) => {
      const events = [started(someSession(1)), said(1, words), using(Object.fromEntries(members))]
      for (const [index, { record, line }] of sealed(events).entries()) {
        t.deepEqual(JSON.parse(line), JSON.parse(JSON.stringify(record)))
        t.deepEqual(record.data, wellFormed(events[index]?.data))
        t.true(line.isWellFormed())
        t.notRegex(JSON.stringify(JSON.parse(line)), /(?<!\\)(?:\\\\)*\\ud[89a-f]/)
      }
    }),
    fcOptions(4),
  )
})

test('what spells a surrogate as an escape itself is kept as it is', (t) => {
  const event = said(1, 'the text \\ud83d is six characters')
  const [one] = sealed([event])
  t.is(one?.record.data, event.data)
  t.true(one?.line.includes('\\\\ud83d'))
})

test('the records of a group are chained, count down, and pass the check of their bytes', (t) => {
  const group = sealed([started(someSession(1)), said(1, 'a'), said(2, '日本語 😀')])
  t.deepEqual(
    group.map(({ record }) => [record.seq, record.more]),
    [
      [0, 2],
      [1, 1],
      [2, undefined],
    ],
  )
  for (const [index, { record, line }] of group.entries()) {
    const before = group[index - 1]?.record
    const checked = checkLine(sha256)(Buffer.from(line), before && refOf(before))
    t.deepEqual(E.isRight(checked) && checked.right.record, record)
    t.deepEqual(Object.keys(record), Object.keys(JSON.parse(line) as object).toSorted(inRecord))
  }
})

// A record names its hash before what happened, a line behind it.
const members = ['prev', 'seq', 'at', 'more', 'hash', 'type', 'data']
const inRecord = (a: string, b: string): number => members.indexOf(a) - members.indexOf(b)
