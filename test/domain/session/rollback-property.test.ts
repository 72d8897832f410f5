import { deepEqual } from 'node:assert/strict'
import test from 'ava'
import * as fc from 'fast-check'
import type { SubmitKey } from '../../../domain/ids.js'
import type { LogRecord } from '../../../domain/log/record.js'
import { fold } from '../../../domain/projection.js'
import type { State } from '../../../domain/session/state.js'
import { sessionView } from '../../../projections/session-view.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import {
  crash,
  type Machine,
  newMachine,
  newMachineWithHooks,
  plainly,
  report,
  requestCause,
  submit,
  written,
} from '../../support/machine.js'
import { type Move, moves } from '../../support/machine-moves.js'
import { fcOptions, rounds } from '../../support/rounds.js'

// What may happen in a turn to which the model gives nothing, besides all that happens beside it.
const unanswered: ReadonlyArray<Move> = [
  { name: 'usage is heard', make: (m) => hearsUsage(m) },
  { name: 'the conversation is compacted', make: (m) => compacted(m) },
  ...moves.filter(({ name }) =>
    ['queue', 'withdraw', 'notify', 'child report', 'fail for now', 'retry is due'].includes(name),
  ),
]

const hearsUsage = (machine: Machine): Machine =>
  report(machine, {
    type: 'ReplyStreamed',
    cause: requestCause(machine),
    delta: { kind: 'usage', usage: { input: 1, output: 1, cache_read: 0, cache_write: 0 } },
  })

const compacted = (machine: Machine): Machine => {
  const { turn, items } = machine.held.state.conversation
  if (turn === undefined || turn.resting || machine.held.prelude.length > 0) return machine
  const last = items.last.at(-1)?.seq ?? 0
  const data = { turn: turn.id, summary: 'Before.', kept_from: last as never }
  return written(machine, { type: 'ConversationCompacted', data })
}

const stops = ['pause', 'cancel', 'shutdown'] as const

type Burst = {
  readonly beside: ReadonlyArray<number>
  readonly stop: number
  readonly key: boolean
}

// A Submit, what happens meanwhile, and a stop; where a turn runs already it is just that.
const burst = (machine: Machine, { beside, stop, key }: Burst): Machine => {
  const keyed = { key: `00000000-0000-4000-8000-${String(machine.inputs).padStart(12, '0')}` }
  const opened = submit(machine, 'run', key ? { key: keyed.key as SubmitKey } : {})
  const after = beside.reduce((sofar, at) => made(unanswered, at, sofar), opened)
  return plainly(after, stops[stop] ?? 'pause')
}

const made = (from: ReadonlyArray<Move>, at: number, machine: Machine): Machine =>
  (from[at % from.length] as Move).make(machine)

// A Pod that left is followed by the next one of the session.
const step = (machine: Machine, one: number | Burst): Machine => {
  const here = machine.left ? crash(machine) : machine
  return typeof one === 'number' ? made(moves, one, here) : burst(here, one)
}

const steps = fc.array(
  fc.oneof(
    fc.nat({ max: moves.length - 1 }),
    fc.record({
      beside: fc.array(fc.nat({ max: unanswered.length - 1 }), { maxLength: 4 }),
      stop: fc.nat({ max: stops.length - 1 }),
      key: fc.boolean(),
    }),
  ),
  { minLength: 3, maxLength: 30 },
)

type Reset = Extract<LogRecord, { readonly type: 'HeadReset' }>

const resetsOf = (records: ReadonlyArray<LogRecord>): ReadonlyArray<Reset> =>
  records.filter((record): record is Reset => record.type === 'HeadReset')

const beside: ReadonlySet<string> = new Set([
  'PodAttached',
  'PodDetached',
  'ConfigChanged',
  'TailRepaired',
  'InputQueued',
  'InputWithdrawn',
  'NoticeReceived',
  'ChildReported',
])

// The log as it would be had nobody sent what was taken back.
const withoutThem = (records: ReadonlyArray<LogRecord>): ReadonlyArray<LogRecord> => {
  const resets = resetsOf(records)
  const gone = new Set(resets.flatMap(({ data }) => data.input ?? []))
  const within = ({ seq }: LogRecord) =>
    resets.some((reset) => reset.data.to.seq < seq && seq <= reset.seq)
  return records.filter(
    (record) =>
      (!within(record) || beside.has(record.type)) &&
      !(record.type === 'InputQueued' && gone.has(record.data.input)),
  )
}

const viewOf = (records: ReadonlyArray<LogRecord>) => {
  const view = fold(sessionView.view, records)
  const shown = fold(transcript, records)
  const blocks = itemsFrom(0, shown.blocks)
  return {
    ...partOf(view.state),
    files: sessionView.files.map(({ text }) => text(view)),
    words: view.line.words,
    totals: shown.totals,
    blocks: blocks.filter((block) => !('mark' in block && block.mark === 'taken_back')),
  }
}

// The hold, and with it whether news may open a turn, is what the stop leaves behind.
const partOf = ({ conversation, inbox, session, pod }: State) => ({
  conversation,
  session,
  pod,
  inputs: inbox.inputs,
  news: inbox.news.map(({ heldBack: _, ...news }) => news),
})

test('folding with turns that were taken back equals folding without them', (t) => {
  let resets = 0
  fc.assert(
    fc.property(steps, fc.boolean(), (sequence, hooked) => {
      // given any log of the machine
      const from = hooked ? newMachineWithHooks() : newMachine
      const { records } = sequence.reduce<Machine>(step, from)
      resets += resetsOf(records).length
      // when it is folded with and without what was taken back
      // then all but the hold is the same
      deepEqual(viewOf(records), viewOf(withoutThem(records)))
    }),
    fcOptions(10),
  )
  t.log(`${resets} turns taken back`)
  t.true(resets > rounds)
})

test('a key stays accepted though its turn was taken back', (t) => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const machine = sequence.reduce<Machine>(step, newMachine)
      const here = machine.left ? crash(machine) : machine
      for (const { key, input } of here.held.state.keys) {
        const again = submit(here, 'run', { key })
        t.deepEqual(again.step, [])
        t.is(again.rejected, undefined)
        t.true(here.records.some(({ data }) => 'input' in data && data.input === input))
      }
    }),
    fcOptions(),
  )
})
