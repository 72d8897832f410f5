import type { LogRecord } from '../../../domain/log/record.js'
import { fold } from '../../../domain/projection.js'
import type { History, QueuedInput } from '../../../domain/protocol/notification.js'
import { applyLive } from '../../../projections/transcript/live.js'
import { append, itemsFrom, sequenceOf } from '../../../projections/transcript/sequence.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import { shiftedSearch } from '../search/search-state.js'
import type { TuiState } from '../state.js'
import { totalUsage, usageBefore } from '../status/total-usage.js'
import { withdrawn } from './take-back.js'

/** The state with one more record. One that is already here changes nothing. */
export const addRecord = (record: LogRecord, state: TuiState): TuiState => {
  const { last } = state.transcript
  if (last !== undefined && record.seq <= last.seq) return state
  const next = record.type === 'InputWithdrawn' ? withdrawn(record.data.input, state) : state
  return {
    ...next,
    records: append(record, state.records),
    total: Math.max(state.total, record.seq + 1),
    transcript: transcript.apply(state.transcript, record),
    live: applyLive(state.live, { event: 'record', data: record }),
    queue: nextQueue(record, next.queue),
    ownInputs: nextOwnInputs(record, state),
  }
}

/**
 * The state with older records in front, when they end where ours begin. All is folded again, since
 * a call may begin in the older part and end in ours.
 */
export const addHistory = ({ records, total }: History, state: TuiState): TuiState => {
  const { first } = state.transcript
  const older = records.filter(({ seq }) => first !== undefined && seq < first)
  const calls = state.calls.filter(({ kind }) => kind !== 'history')
  if (older.length === 0 || older.at(-1)?.seq !== (first ?? 0) - 1) return { ...state, calls }
  const all = [...older, ...itemsFrom(0, state.records)]
  const folded = fold(transcript, all)
  const added = folded.blocks.length - state.transcript.blocks.length
  const { scroll } = state
  return {
    ...state,
    calls,
    total: Math.max(total, state.total),
    records: sequenceOf(all),
    transcript: folded,
    olderUsage: usageBefore(totalUsage(state), folded.totals),
    search: shiftedSearch(added, state.search),
    scroll:
      scroll.tag === 'held' ? { ...scroll, element: Math.max(0, scroll.element + added) } : scroll,
  }
}

const nextQueue = (
  record: LogRecord,
  queue: ReadonlyArray<QueuedInput>,
): ReadonlyArray<QueuedInput> => {
  switch (record.type) {
    case 'InputQueued':
      return [...queue, { id: record.data.input, segments: record.data.segments }]
    case 'InputWithdrawn':
    case 'InputSubmitted':
      return queue.filter(({ id }) => id !== record.data.input)
    default:
      return queue
  }
}

/** The key in a record tells whose Submit it is even when the answer was lost with a connection. */
export const nextOwnInputs = (record: LogRecord, state: TuiState): ReadonlyArray<string> => {
  if (record.type !== 'InputSubmitted' && record.type !== 'InputQueued') return state.ownInputs
  const { key, input } = record.data
  return key !== undefined && state.ownKeys.includes(key)
    ? [...state.ownInputs, input]
    : state.ownInputs
}
