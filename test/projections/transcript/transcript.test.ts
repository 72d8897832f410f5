import test from 'ava'
import fc from 'fast-check'
import type { Event, EventOf } from '../../../domain/event/event.js'
import type { CallId } from '../../../domain/ids.js'
import { fold } from '../../../domain/projection.js'
import type { Block } from '../../../projections/transcript/block.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import {
  callCompleted,
  callStarted,
  ended,
  note,
  notice,
  paused,
  replied,
  reset,
  roundStarted,
  stopped,
  submitted,
  toolUse,
  words,
} from '../../support/events.js'
import { hashOf, recordList, sessionNo, turnNo } from '../../support/record-list.js'
import { fcOptions } from '../../support/rounds.js'
import { sessionStarted } from '../../support/sample-log.js'

type Groups = ReadonlyArray<ReadonlyArray<Event>>

const folded = (groups: Groups) => fold(transcript, recordList(groups))
const blocksOf = (groups: Groups) => itemsFrom(0, folded(groups).blocks)
const kinds = (groups: Groups) =>
  blocksOf(groups).map((block) => (block.kind === 'mark' ? block.mark : block.kind))

const finished: Groups = [
  [submitted(1, 'list')],
  [roundStarted(1)],
  [replied(1, words('Looking.'), toolUse('Bash', { command: 'ls\n-l' }))],
  [callStarted(1, 2, 1)],
  [callCompleted(1, 2, { call: '2.1' as never, cut: { bytes: 9, file: '/tmp/all' } })],
  [replied(1, words('Done.')), ended(1)],
]

test('a turn shows input, words, call with result, and its ending in the order of the log', (t) => {
  t.deepEqual(kinds(finished), ['input', 'text', 'tool', 'text', 'ended'])
  const tool = blocksOf(finished)[2]
  t.like(tool, { name: 'Bash', asked: 'ls ⏎ -l', state: 'done', output: 'out', cut: { bytes: 9 } })
})

test('a call is waiting, then running, then what became of it', (t) => {
  const states = [3, 4, 5].map((count) => {
    const tool = blocksOf(finished.slice(0, count))[2]
    return tool?.kind === 'tool' ? tool.state : undefined
  })
  t.deepEqual(states, ['waiting', 'running', 'done'])
})

test('a second result of a call changes nothing', (t) => {
  const again = [callCompleted(1, 2, { call: '2.1' as never, outcome: 'unknown', content: 'late' })]
  t.deepEqual(blocksOf([...finished.slice(0, 5), again]), blocksOf(finished.slice(0, 5)))
})

test('usage adds up and the newest request is kept apart', (t) => {
  const { totals, lastUsage } = folded(finished)
  t.deepEqual(totals, { input: 20, output: 10, cache_read: 4, cache_write: 2 })
  t.deepEqual(lastUsage, { input: 10, output: 5, cache_read: 2, cache_write: 1 })
})

test('what a stop cut off stays, marked as partial', (t) => {
  const shown = [{ kind: 'text', block: 0, text: 'half a' }]
  const blocks = blocksOf([[submitted(1, 'x')], [stopped(turnNo(1), shown), paused(1)]])
  t.like(blocks[1], { kind: 'text', text: 'half a', partial: true })
  t.like(blocks[2], { kind: 'mark', mark: 'paused' })
})

test('a taken-back turn leaves one line, and what happened beside it', (t) => {
  const groups = [
    ...finished,
    [submitted(2, 'never mind')],
    [roundStarted(2)],
    [notice(7, 'news')],
    [stopped(turnNo(2)), reset(2, 6)],
  ]
  t.deepEqual(kinds(groups), ['input', 'text', 'tool', 'text', 'ended', 'notice', 'taken_back'])
  t.is(folded(groups).ending?.result, 'finished')
})

test('taking back a run while paused restores the resting turn as it was', (t) => {
  const resting: Groups = [
    [submitted(1, 'list')],
    [replied(1, toolUse('Bash', {}))],
    [stopped(turnNo(1)), paused(1)],
  ]
  const over: Groups = [
    [
      callCompleted(1, 1, { outcome: 'cancelled', synthetic: true }),
      ended(1, 'cancelled', 'run'),
      note(2, 'interrupted'),
      submitted(2, 'other'),
    ],
    [roundStarted(2)],
    [stopped(turnNo(2)), reset(2, 3)],
  ]
  t.deepEqual(blocksOf([...resting, ...over]).slice(0, -1), blocksOf(resting))
  const resumed: Groups = [...resting, ...over, [callStarted(1, 1)], [callCompleted(1, 1)]]
  t.like(blocksOf(resumed)[1], { state: 'done', synthetic: false })
})

test('a log read from the middle folds, and a reset in it drops what is behind its target', (t) => {
  const records = recordList([
    ...finished,
    [submitted(2, 'a'), note(2, 'b')],
    [stopped(turnNo(2)), reset(2, 6)],
  ]).slice(4)
  const blocks = itemsFrom(0, fold(transcript, records).blocks)
  t.deepEqual(
    blocks.map((block) => (block.kind === 'mark' ? block.mark : block.kind)),
    ['tool', 'text', 'ended', 'taken_back'],
  )
})

test('a reset behind a reply changes nothing in a log that is read from its start', (t) => {
  const before = kinds(finished)
  for (const to of [1, 3, 99]) t.deepEqual(kinds([...finished, [reset(1, to)]]), before)
})

const plainTurn = (n: number): fc.Arbitrary<Groups> =>
  fc.constantFrom<Groups>(
    [[submitted(n, 'q')], [roundStarted(n)], [replied(n, words('a')), ended(n)]],
    [[submitted(n, 'q')], [roundStarted(n)], [ended(n, 'errored')]],
    [[notice(n, 'news')]],
    [
      [submitted(n, 'q')],
      [stopped(turnNo(n), [{ kind: 'text', text: 'h' }]), paused(n)],
      [ended(n, 'cancelled')],
    ],
  )

const turns = (from: number) =>
  fc
    .array(fc.nat(), { maxLength: 4 })
    .chain((list) =>
      fc.tuple(...list.map((_, index) => plainTurn(from + index))).map((all) => all.flat()),
    )

const withoutSeq = (blocks: ReadonlyArray<Block>) => blocks.map(({ seq: _seq, ...rest }) => rest)

test('folding with taken-back turns equals folding without them plus a line each', (t) => {
  fc.assert(
    fc.property(
      turns(10),
      turns(20),
      fc.boolean(),
      fc.integer({ min: 1, max: 3 }),
      (a, b, news, times) => {
        // given a log, with turns taken back in its middle
        const before = a.flat().length
        const beside: Groups = news ? [[notice(99, 'beside')]] : []
        const taken = Array.from({ length: times }, (_, i): Groups => {
          const start = before + i * (4 + beside.length)
          return [
            [submitted(50 + i, 'gone')],
            [roundStarted(50 + i)],
            ...beside,
            [stopped(turnNo(50 + i)), reset(50 + i, start - 1)],
          ]
        })
        // when both are folded
        const withTaken = withoutSeq(blocksOf([...a, ...taken.flat(), ...b]))
        const without = withoutSeq(blocksOf([...a, ...taken.flatMap(() => beside), ...b]))
        // then only the lines that say so differ
        const kept = withTaken.filter((block) => !('mark' in block && block.mark === 'taken_back'))
        t.deepEqual(kept, without)
        t.is(withTaken.length - kept.length, times)
      },
    ),
    fcOptions(),
  )
})

test('100,000 records fold without quadratic time', (t) => {
  const one = recordList([[submitted(1, 'x')], [callStarted(1, 0)]])
  let state = transcript.initial
  for (let seq = 0; seq < 100_000; seq += 1)
    state = transcript.apply(state, { ...one[seq % 2 === 0 ? 0 : 0]!, seq })
  t.is(state.blocks.length, 100_000)
  t.true(state.marks.length <= 1)
})

test('a fork shows the conversation that it took along, and where that is from', (t) => {
  const origin = sessionNo(1)
  const conversation: EventOf<'SessionStarted'>['data']['conversation'] = [
    { kind: 'input', turn: turnNo(1), segments: [{ kind: 'text', content: 'list' }] },
    { kind: 'item', turn: turnNo(1), role: 'system', content: [words('[Notice] Done.') as never] },
    {
      kind: 'item',
      turn: turnNo(1),
      role: 'assistant',
      content: [words('Looking.') as never, { ...toolUse('Bash', {}), call: '0.0' } as never],
    },
    { kind: 'item', turn: turnNo(1), role: 'user', content: [result] },
  ]
  const began: Event = {
    type: 'SessionStarted',
    data: {
      ...(sessionStarted as EventOf<'SessionStarted'>).data,
      forked_from: { session: origin, seq: 7, hash: hashOf(7) },
      conversation,
    },
  }

  const blocks = blocksOf([[began], [submitted(2, 'on')], [replied(2, toolUse('Read', {}))]])

  t.deepEqual(
    blocks.map(({ kind }) => kind),
    ['input', 'note', 'text', 'tool', 'fork', 'input', 'tool'],
  )
  t.like(blocks[0], { turn: turnNo(1), segments: [{ content: 'list' }] })
  t.like(blocks[3], { call: '0.0', state: 'cancelled', output: 'Not run.' })
  t.like(blocks[4], { session: origin, at: 7 })
  t.like(blocks[6], { call: '2.0', state: 'waiting' })
  t.is(folded([[began]]).totals.output, 0)
})

const result = {
  type: 'tool_result',
  call: '0.0' as CallId,
  outcome: 'cancelled',
  summary: 'Not run.',
  content: 'Not run.',
  synthetic: true,
} as const

test('why a hook asked for a pause stands before the rest', (t) => {
  const data = { turn: turnNo(1), on: 'before_tool', decision: 'pause' } as const
  const rest = paused(1)
  const answered = (reason?: string): Event => ({
    type: 'HookAnswered',
    data: { ...data, ...(reason === undefined ? {} : { reason }) },
  })
  const start = finished.slice(0, 3)
  const told = blocksOf([...start, [answered('Look first.'), rest]])
  t.like(told.at(-2), { kind: 'note', text: 'a hook asked for a pause: Look first.' })
  t.like(told.at(-1), { kind: 'mark', mark: 'paused' })
  t.is(blocksOf([...start, [answered(), rest]]).at(-2)?.kind, 'tool')
})
