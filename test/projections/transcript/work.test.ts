import test from 'ava'
import type { Event } from '../../../domain/event/event.js'
import type { LogRecord } from '../../../domain/log/record.js'
import { fold } from '../../../domain/projection.js'
import { noUsage } from '../../../domain/session/usage.js'
import type { Timestamp } from '../../../domain/time.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import {
  callCompleted,
  callStarted,
  ended,
  paused,
  replied,
  reset,
  roundStarted,
  stopped,
  submitted,
  toolUse,
  words,
} from '../../support/events.js'
import { recordList, turnNo } from '../../support/record-list.js'

/** Events with the second at which each was recorded. */
type Timed = ReadonlyArray<readonly [second: number, event: Event]>

const recordsOf = (events: Timed): ReadonlyArray<LogRecord> =>
  recordList(events.map(([, event]) => [event])).map((record, index) => ({
    ...record,
    at: new Date(
      Date.UTC(2026, 0, 2) + (events[index]?.[0] ?? 0) * 1000,
    ).toISOString() as Timestamp,
  }))

const blocksOf = (events: Timed) => itemsFrom(0, fold(transcript, recordsOf(events)).blocks)

const resumed = (n: number): Event => ({
  type: 'TurnResumed',
  data: { turn: turnNo(n), by: 'host' },
})
const podAttached: Event = {
  type: 'PodAttached',
  data: { pod: 'p', pid: 1, yoi: '0', cwd: '/w', tools: [], scope: [] } as never,
}
const pausedBy = (by: string): Event => ({ type: 'TurnPaused', data: { turn: turnNo(1), by } })

const spentOf = (events: Timed) =>
  blocksOf(events).flatMap((block) =>
    block.kind === 'mark' && block.mark === 'ended' ? [block.spent] : [],
  )

const once = { input: 10, output: 5, cache_read: 2, cache_write: 1 }
const twice = { input: 20, output: 10, cache_read: 4, cache_write: 2 }

test('a turn takes the tokens of its requests and the time in which it did not rest', (t) => {
  const spent = spentOf([
    [0, submitted(1, 'a')],
    [1, replied(1, words('b'))],
    [3, paused(1)],
    [1000, resumed(1)],
    [1002, replied(1, words('c'))],
    [1004.5, ended(1)],
    [2000, submitted(2, 'd')],
    [2001, replied(2, words('e'))],
    [2003, ended(2)],
  ])
  t.deepEqual(spent, [
    { usage: twice, ms: 7500 },
    { usage: once, ms: 3000 },
  ])
})

test('a turn that goes on after an error has taken what it took before, too', (t) => {
  const spent = spentOf([
    [0, submitted(1, 'a')],
    [1, replied(1, words('b'))],
    [2, ended(1, 'errored')],
    [100, resumed(1)],
    [101, replied(1, words('c'))],
    [103, ended(1)],
  ])
  t.deepEqual(spent, [
    { usage: once, ms: 2000 },
    { usage: twice, ms: 5000 },
  ])
})

test('of a request that broke off the tokens are the least that it took', (t) => {
  const least = { isLeast: true } as const
  const stop = (usage: object): Event => {
    const event = stopped(turnNo(1))
    return { ...event, data: { ...event.data, ...usage } } as Event
  }
  const begun: Timed = [
    [0, submitted(1, 'a')],
    [0, roundStarted(1)],
  ]
  // stopped in the middle, with what was known and without
  t.deepEqual(spentOf([...begun, [1, stop({ usage: once })], [1, ended(1, 'cancelled')]]), [
    { usage: once, ms: 1000, ...least },
  ])
  t.deepEqual(spentOf([...begun, [1, stop({})], [1, ended(1, 'cancelled')]]), [
    { usage: noUsage, ms: 1000, ...least },
  ])
  // interrupted by a crash, then answered
  const after: Timed = [
    [5, pausedBy('crash')],
    [6, resumed(1)],
    [6, roundStarted(1)],
    [7, replied(1, words('b'))],
    [7, ended(1)],
  ]
  t.deepEqual(spentOf([...begun, ...after]), [{ usage: once, ms: 1000, ...least }])
  // tried again without a word of the first attempt
  t.deepEqual(
    spentOf([...begun, [1, roundStarted(1)], [2, replied(1, words('b'))], [2, ended(1)]]),
    [{ usage: once, ms: 2000, ...least }],
  )
  // a stop while tools run is behind the whole reply
  const whole: Timed = [...begun, [1, replied(1, toolUse('Bash', {}))], [2, stop({})]]
  t.deepEqual(spentOf([...whole, [2, ended(1, 'cancelled')]]), [{ usage: once, ms: 2000 }])
})

test('the time in which a Pod lay dead is nobody’s', (t) => {
  const spent = spentOf([
    [0, submitted(1, 'a')],
    [5000, pausedBy('crash')],
    [5001, resumed(1)],
    [5003, ended(1)],
  ])
  t.is(spent[0]?.ms, 2000)
})

test('a clock that stepped back takes no time away', (t) => {
  const spent = spentOf([
    [100, submitted(1, 'a')],
    [50, ended(1)],
  ])
  t.is(spent[0]?.ms, 0)
})

test('of a turn that began before the first record nothing is said', (t) => {
  const records = recordsOf([
    [0, submitted(1, 'a')],
    [1, replied(1, words('b'))],
    [2, ended(1)],
  ]).slice(1)
  const last = itemsFrom(0, fold(transcript, records).blocks).at(-1)
  t.like(last, { mark: 'ended' })
  t.false(last !== undefined && 'spent' in last)
})

test('a turn that another Pod takes up says after what', (t) => {
  const marks = (events: Timed) =>
    blocksOf(events).flatMap((block) =>
      block.kind === 'mark' && block.mark === 'resumed' ? [block.restored] : [],
    )
  const begun: Timed = [[0, submitted(1, 'a')]]
  t.deepEqual(marks([...begun, [1, paused(1)], [2, resumed(1)]]), [undefined])
  t.deepEqual(marks([...begun, [1, paused(1)], [2, podAttached], [2, resumed(1)]]), ['stop'])
  t.deepEqual(marks([...begun, [1, podAttached], [2, pausedBy('crash')], [3, resumed(1)]]), [
    'crash',
  ])
  // and only once
  t.deepEqual(
    marks([...begun, [2, pausedBy('crash')], [3, resumed(1)], [4, paused(1)], [5, resumed(1)]]),
    ['crash', undefined],
  )
})

test('taking a turn back brings back what the resting turn had taken', (t) => {
  const resting: Timed = [
    [0, submitted(1, 'a')],
    [1, replied(1, words('b'))],
    [3, paused(1)],
  ]
  const spent = spentOf([
    ...resting,
    [10, submitted(2, 'c')],
    [20, stopped(turnNo(2))],
    [20, reset(2, 2)],
    [30, resumed(1)],
    [31, ended(1)],
  ])
  t.deepEqual(spent, [{ usage: once, ms: 4000 }])
})

test('a call ran as long as its tool says, else from its start to its result', (t) => {
  const call = (more: object) =>
    blocksOf([
      [0, submitted(1, 'a')],
      [1, replied(1, toolUse('Bash', { command: 'x' }))],
      [2, callStarted(1, 1)],
      [6.5, callCompleted(1, 1, more)],
    ]).find(({ kind }) => kind === 'tool')
  t.like(call({}), { durationMs: 4500 })
  t.like(call({ duration_ms: 12 }), { durationMs: 12 })
  // a call that yoi closed ran for a time that nobody knows
  t.false('durationMs' in (call({ synthetic: true, outcome: 'unknown' }) ?? {}))
})

test('the time of thinking stands at the first thinking of its reply', (t) => {
  const thinking = (text: string) => ({ type: 'thinking', thinking: text, signature: '' }) as const
  const reply = replied(1, words('a'), thinking('b'), thinking('c'))
  const timed: Event = { ...reply, data: { ...reply.data, thinking_ms: 900 } }
  const times = (event: Event) =>
    blocksOf([
      [0, submitted(1, 'a')],
      [1, event],
    ]).map((block) => ('thoughtMs' in block ? block.thoughtMs : undefined))
  t.deepEqual(times(timed), [undefined, undefined, 900, undefined])
  t.deepEqual(times(reply), [undefined, undefined, undefined, undefined])
})

test('a turn that was taken back keeps what had been asked', (t) => {
  const blocks = blocksOf([
    [0, submitted(1, 'never mind')],
    [1, stopped(turnNo(1))],
    [1, { ...reset(1, 0), data: { ...(reset(1, 0).data as object), to: { seq: -1 } } } as Event],
  ])
  t.like(blocks.at(-1), {
    mark: 'taken_back',
    segments: [{ kind: 'text', content: 'never mind' }],
  })
})
