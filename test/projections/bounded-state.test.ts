import test from 'ava'
import * as fc from 'fast-check'
import { limits } from '../../domain/limits.js'
import { toArray } from '../../domain/list.js'
import type { LogRecord } from '../../domain/log/record.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { type BoundedState, boundedAfter, startBounded } from '../../projections/bounded-state.js'
import { lightRecord } from '../../projections/light-record.js'
import { repairsOf } from '../../projections/repairs-of.js'
import { hostileText } from '../domain/turn/request/conversations.js'
import { newMachineWithHooks } from '../support/machine.js'
import { moves } from '../support/machine-moves.js'
import { fcOptions } from '../support/rounds.js'
import {
  asked,
  attached,
  callStarted,
  ended,
  recordsOf,
  replied,
  resetTo,
  said,
  someSession,
  someTurn,
  started,
  stopAsked,
  submitted,
  wholeTurn,
} from '../support/story.js'

const folded = (records: ReadonlyArray<LogRecord>, bytes: number): BoundedState =>
  records.reduce((sum, record) => boundedAfter(sum, record, bytes), startBounded)

const seqsIn = ({ state }: BoundedState) => toArray(state.conversation.items).map(({ seq }) => seq)

const MiB = 1024 * 1024
const begun = [started(someSession(1)), attached('pod-a')]
const turns = (count: number) =>
  [...Array(count).keys()].flatMap((n) => wholeTurn(n + 1, `q ${n}`, `a ${n}`))

test('a conversation that fits is kept whole, and is that of the log', (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: moves.length - 1 }), { maxLength: 25 }), (steps) => {
      const { records } = steps.reduce(
        (sum, step) => moves[step]?.make(sum) ?? sum,
        newMachineWithHooks(),
      )
      const bounded = folded(records, 100)
      const real = evolveAll(records)
      t.true(bounded.whole)
      t.deepEqual(bounded.state, evolveAll(records.map(lightRecord)))
      t.deepEqual(repairsOf(bounded.state), repairsOf(real))
      t.deepEqual(bounded.state.conversation.head, real.conversation.head)
    }),
    fcOptions(),
  )
})

test('of a longer one the newest part is kept, however long it grows', (t) => {
  const records = recordsOf([begun, ...turns(40)])
  const most = limits.mendedBytesMax / MiB

  const bounded = folded(records, MiB)

  t.false(bounded.whole)
  const kept = seqsIn(bounded)
  t.true(kept.length <= most && kept.length > most / 2, `${kept.length}`)
  t.is(kept.at(-1), seqsIn(folded(records, 1)).at(-1))
  t.is(toArray(bounded.state.conversation.segments)[0]?.seq, kept[0])
  t.deepEqual(bounded.state.conversation.head, evolveAll(records).conversation.head)
})

test('a summary makes it whole again when what it keeps is still there', (t) => {
  const story = [begun, ...turns(40), [submitted(50, 'q'), asked(50)]]
  const keptFrom = (recordsOf(story).at(-2) as LogRecord).seq
  const compacted = (from: number) => [
    {
      type: 'ConversationCompacted' as const,
      data: { turn: someTurn(50), summary: 'Before.', kept_from: from },
    },
  ]

  const again = folded(recordsOf([...story, compacted(keptFrom)]), MiB)
  t.true(again.whole)
  t.deepEqual(seqsIn(again), [keptFrom + 2, keptFrom])
  t.false(folded(recordsOf([...story, compacted(4)]), MiB).whole)
  t.true(folded(recordsOf([...story, compacted(keptFrom + 2)]), MiB).whole)
  const more = folded(recordsOf([...story, compacted(keptFrom), [said(50, 'a'), ended(50)]]), MiB)
  t.true(more.whole)
})

test('a turn that is taken back takes its weight along', (t) => {
  const before = recordsOf([begun, ...turns(2)])
  const tip = before.at(-1) as LogRecord
  const back = [submitted(9, 'oops'), asked(9)]
  const story = [begun, ...turns(2), back, [stopAsked(9), resetTo(9, tip)]]

  const bounded = folded(recordsOf(story), 3 * MiB)

  t.deepEqual(seqsIn(bounded), seqsIn(folded(before, 3 * MiB)))
  t.deepEqual(bounded.stretches, folded(before, 3 * MiB).stretches)
})

const long = fc
  .tuple(hostileText, hostileText, fc.nat({ max: 200 }))
  .map(([a, b, n]) => a.repeat(n) + b)

test('records without their long words need the same repairs', (t) => {
  fc.assert(
    fc.property(fc.tuple(long, long, long, long, long), ([a, b, c, d, e]) => {
      const use = { type: 'tool_use', id: 'x', name: 'Read', input: {} } as const
      const thought = { type: 'thinking', thinking: b, signature: 'c2ln' } as const
      const records = recordsOf([
        [...begun, submitted(1, a), asked(1)],
        [replied(1, [thought, { type: 'text', text: c }, use]), callStarted(1, 4, 2)],
        [{ type: 'NoteAdded', data: { turn: someTurn(1), kind: 'x', text: d } }],
        [
          {
            type: 'ToolCallCompleted',
            data: {
              turn: someTurn(1),
              call: '4.2' as never,
              outcome: 'ok',
              summary: '',
              content: e,
            },
          },
        ],
        [ended(1)],
      ])
      const light = records.map(lightRecord)
      t.deepEqual(repairsOf(evolveAll(light)), repairsOf(evolveAll(records)))
      t.true(JSON.stringify(light).length < 4000 + JSON.stringify(b).length)
    }),
    fcOptions(3),
  )
})
