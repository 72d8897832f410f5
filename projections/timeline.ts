import type { EventOf } from '../domain/event/event.js'
import { callId, type InputId, type Seq } from '../domain/ids.js'
import type { ForeignRecord, LogRecord } from '../domain/log/record.js'
import type { Projection } from '../domain/projection.js'
import type { Segments } from '../domain/segment.js'
import type { Timestamp } from '../domain/time.js'
import type { AskedCalls } from './tell-call.js'
import { tellEvent, tellForeign } from './tell-event.js'
import { tookWords } from './time-words.js'
import type { Told } from './told.js'
import { type Work, workAfter } from './transcript/work.js'
import type { Fate } from './turn-fate.js'
import { type UsageTotals, usage, usageText } from './usage.js'

/** What is known of a record from all of its log: its turn, and whether it still counts. */
export type Mark = {
  /** The turn, counted from 1 in the order of opening. */
  readonly turn?: number
  /** How that turn stands at the end of the log. */
  readonly fate?: Fate
  /** The turn in words, at the record that opens it. */
  readonly title?: string
  /** The reset that took it back. */
  readonly takenBackBy?: Seq
}

/** One record in plain words. All text is safe to print. */
export type TimelineEntry = Told & {
  readonly seq: Seq
  readonly at: Timestamp
  readonly mark: Mark
}

/** What is needed to tell a record: what was asked for, and what has been used so far. */
export type Timeline = {
  readonly calls: AskedCalls
  /** Of the whole session. */
  readonly used: UsageTotals
  readonly turn?: TurnTotals | undefined
  /** The inputs that wait, and the one that was taken back last. */
  readonly queued: ReadonlyMap<InputId, Segments>
  readonly withdrawn: Segments
}

/** What the newest turn came to. `beneath`: the turn before, which a reset brings back. */
type TurnTotals = {
  readonly work: Work
  readonly used: UsageTotals
  readonly beneath?: TurnTotals | undefined
}

/** The replay for people: its state after a record is what `timelineEntry` tells that record with. */
export const timeline: Projection<Timeline> = {
  name: 'timeline',
  initial: { calls: new Map(), used: usage.initial, queued: new Map(), withdrawn: [] },
  apply: (state, record) => ({
    calls: record.type === 'AssistantReplied' ? callsOf(record) : state.calls,
    used: usage.apply(state.used, record),
    turn: turnAfter(state, record),
    ...waitingAfter(state, record),
  }),
}

/** The record in plain words, with the mark that it has; `after` is the state after it. */
export const timelineEntry = (after: Timeline, record: LogRecord, mark: Mark): TimelineEntry => {
  const { calls, used, turn, withdrawn } = after
  const totals = record.type === 'TurnEnded' ? totalsText(turn, record) : ''
  const told = tellEvent(record, { calls, price: used.price, totals, withdrawn })
  return { ...told, seq: record.seq, at: record.at, mark }
}

type Waiting = Pick<Timeline, 'queued' | 'withdrawn'>

const waitingAfter = ({ queued, withdrawn }: Timeline, record: LogRecord): Waiting => {
  switch (record.type) {
    case 'InputQueued':
      return { queued: new Map(queued).set(record.data.input, record.data.segments), withdrawn }
    case 'InputSubmitted':
      return { queued: without(record.data.input, queued), withdrawn }
    case 'InputWithdrawn':
      return {
        queued: without(record.data.input, queued),
        withdrawn: queued.get(record.data.input) ?? [],
      }
    default:
      return { queued, withdrawn }
  }
}

const without = (input: InputId, queued: Waiting['queued']): Waiting['queued'] =>
  queued.has(input) ? new Map([...queued].filter(([id]) => id !== input)) : queued

const callsOf = ({ seq, data }: EventOf<'AssistantReplied'> & { readonly seq: Seq }): AskedCalls =>
  new Map(
    data.content.flatMap((block, index) =>
      block.type === 'tool_use' ? [[callId(seq, index), block] as const] : [],
    ),
  )

const turnAfter = (state: Timeline, record: LogRecord): TurnTotals | undefined => {
  const { turn, used } = state
  if (record.type === 'HeadReset') return turn?.beneath
  const work = workAfter(record, turn?.work)
  if (work === undefined) return undefined
  return turn === undefined || work.turn !== turn.work.turn
    ? { work, used: nothingYet(used), beneath: alone(turn) }
    : { ...turn, work, used: usage.apply(turn.used, record) }
}

const nothingYet = ({ model, price }: UsageTotals): UsageTotals => ({
  ...usage.initial,
  model,
  price,
})

// A reset goes back by one turn: what lay beneath that one is not needed any more.
const alone = (turn: TurnTotals | undefined): TurnTotals | undefined =>
  turn === undefined ? undefined : { ...turn, beneath: undefined }

// The time in which it ran, as the screen tells it: a rest takes none.
const totalsText = (turn: TurnTotals | undefined, { data }: EventOf<'TurnEnded'>): string =>
  turn === undefined || turn.work.turn !== data.turn
    ? ''
    : [tookWords(turn.work.ms), usageText(turn.used)].filter((words) => words !== '').join(', ')

/** The entry of a record whose event this version does not know. */
export const foreignEntry = ({ seq, at, type }: ForeignRecord): TimelineEntry => ({
  seq,
  at,
  ...tellForeign(type),
  mark: {},
})
