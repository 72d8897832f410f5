import type { LogRecord } from '../../../domain/log/record.js'
import { fold } from '../../../domain/projection.js'
import type { Snapshot } from '../../../domain/protocol/notification.js'
import { statusIn } from '../../../domain/protocol/status.js'
import type { Segments } from '../../../domain/segment.js'
import { fromInFlight, nothingLive } from '../../../projections/transcript/live.js'
import { emptySequence, itemsFrom, sequenceOf } from '../../../projections/transcript/sequence.js'
import { settled } from '../../../projections/transcript/settled.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import type { Command } from '../command.js'
import { withOwnInputs } from '../editor/earlier-inputs.js'
import { type Step, type Submit, step, type TuiState } from '../state.js'
import { usageBefore } from '../status/total-usage.js'
import { stoppedClock } from './live-clock.js'
import { bringBack, giveBack, withdrawn } from './take-back.js'
import { submitMethod } from './update-enter.js'
import { addRecord, nextOwnInputs } from './update-records.js'

/**
 * The state at a snapshot: what is known goes on where the records allow it, else all is taken
 * anew. Submits without an answer are sent again with their keys.
 */
export const snapshotTaken = (snapshot: Snapshot, atMs: number, state: TuiState): Step => {
  const { status, stopping, queue, greeting, total } = snapshot
  const followed = isContinued(snapshot, state)
    ? snapshot.records.reduce((sum, record) => addRecord(record, sum), state)
    : takenAnew(snapshot.records, state)
  const next: TuiState = {
    ...followed,
    transcript: status === 'running' ? followed.transcript : settled(followed.transcript),
    nowMs: atMs,
    connection: { tag: 'live' },
    pod: state.pod && { ...state.pod, greeting },
    status: statusIn(snapshot),
    stoppingSinceMs: stopping === undefined ? undefined : atMs,
    asked: undefined,
    total,
    olderUsage: usageBefore(snapshot.usage, followed.transcript.totals),
    queue,
    live: fromInFlight(snapshot.in_flight),
  }
  return sendAgain(settleResets(atMs, settleWithdrawals(snapshot.records, next)))
}

// Ours go on when the newest that we know is one of theirs, or theirs begin right behind it.
const isContinued = ({ records }: Snapshot, state: TuiState): boolean => {
  const { last } = state.transcript
  const first = records.at(0)
  if (last === undefined || first === undefined) return false
  const shared = records.find(({ seq }) => seq === last.seq)
  return shared === undefined
    ? first.seq === last.seq + 1 && first.prev === last.hash
    : shared.hash === last.hash
}

const takenAnew = (records: ReadonlyArray<LogRecord>, state: TuiState): TuiState => {
  const folded = fold(transcript, records)
  const typed = itemsFrom(0, folded.blocks).flatMap(
    (block): ReadonlyArray<Segments> =>
      block.kind === 'input' && block.by === 'host' ? [block.segments] : [],
  )
  return {
    ...state,
    records: sequenceOf(records),
    transcript: folded,
    ownInputs: records.reduce(
      (own, record) => nextOwnInputs(record, { ...state, ownInputs: own }),
      state.ownInputs,
    ),
    scroll: { tag: 'following' },
    history: withOwnInputs(typed, state.history),
    search: undefined,
  }
}

/**
 * The state that shows the end of a log until the Pod tells what stands: its snapshot goes on from
 * there, or takes the place of it.
 */
export const withTail = (records: ReadonlyArray<LogRecord>, state: TuiState): TuiState => ({
  ...takenAnew(records, state),
  total: (records.at(-1)?.seq ?? -1) + 1,
})

const sendAgain = (state: TuiState): Step =>
  step(state, ...state.submits.filter(({ sent }) => sent !== 'kept').map(sendSubmit))

const sendSubmit = (submit: Submit): Command => ({ type: 'Send', method: submitMethod(submit) })

/** The state without anything of its session; what no Pod accepted is back with the person. */
export const forgetSession = (state: TuiState): TuiState =>
  state.submits.reduce<TuiState>((sum, { segments }) => giveBack(segments, sum), {
    ...state,
    submits: [],
    calls: [],
    records: emptySequence,
    transcript: transcript.initial,
    olderUsage: undefined,
    live: nothingLive,
    clock: stoppedClock,
    queue: [],
    unclaimed: undefined,
    total: 0,
    isLogBad: false,
    scroll: { tag: 'following' },
    search: undefined,
  })

// A run_end that went with a broken connection: the records tell of it too.
const settleResets = (atMs: number, state: TuiState): TuiState => {
  const records = itemsFrom(0, state.records)
  const typed = new Map(
    records.flatMap(({ type, data }) =>
      type === 'InputSubmitted' ? [[data.input, data.segments] as const] : [],
    ),
  )
  return records.reduce((sum, { type, data }) => {
    if (type !== 'HeadReset' || data.input === undefined) return sum
    const segments = typed.get(data.input)
    return segments === undefined ? sum : bringBack({ input: data.input, segments, atMs }, sum)
  }, state)
}

// A withdrawal whose answer was lost: unless the input still waits or has run, its text comes back.
const settleWithdrawals = (records: ReadonlyArray<LogRecord>, state: TuiState): TuiState =>
  state.calls.reduce((sum, call) => {
    if (call.kind !== 'withdraw') return sum
    const waits = state.queue.some(({ id }) => id === call.input)
    const ran = records.some(
      (one) => one.type === 'InputSubmitted' && one.data.input === call.input,
    )
    return waits || ran ? sum : withdrawn(call.input, sum)
  }, state)
