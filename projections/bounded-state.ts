import type { Seq } from '../domain/ids.js'
import { limits } from '../domain/limits.js'
import { listOf, newest, toArray } from '../domain/list.js'
import type { LogRecord } from '../domain/log/record.js'
import { evolve } from '../domain/session/evolve.js'
import { type Conversation, initialState, type State } from '../domain/session/state.js'
import { lightRecord } from './light-record.js'

/**
 * The fold of a log of any length in bounded memory: of the conversation only the newest part is
 * kept, and its long words not at all: it serves to count repairs. `whole`: no item is missing.
 */
export type BoundedState = {
  readonly state: State
  readonly whole: boolean
  readonly stretches: ReadonlyArray<Stretch>
}

/** Records of the conversation from `from` up to the next stretch, and their bytes in the log. */
type Stretch = { readonly from: Seq; readonly bytes: number }

export const startBounded: BoundedState = { state: initialState, whole: true, stretches: [] }

const stretchBytes = limits.mendedBytesMax / 8

/** The fold with one more record, which has so many bytes in the log. */
export const boundedAfter = (
  before: BoundedState,
  record: LogRecord,
  bytes: number,
): BoundedState => {
  const state = evolve(before.state, lightRecord(record))
  if (state.conversation.items === before.state.conversation.items) return { ...before, state }
  switch (record.type) {
    case 'ConversationCompacted':
      return compacted({ ...before, state }, before.state, record)
    case 'HeadReset':
      return { ...before, state, stretches: upTo(before.stretches, state) }
    default:
      return shortened({ ...before, state, stretches: grown(before.stretches, record.seq, bytes) })
  }
}

// A summary takes the place of all in front of what it keeps, so it may make the rest whole again.
const compacted = (
  after: BoundedState,
  before: State,
  { seq, data }: Extract<LogRecord, { readonly type: 'ConversationCompacted' }>,
): BoundedState => {
  const from = data.kept_from
  const keeps = toArray(before.conversation.items).some((item) => item.seq === from)
  return {
    ...after,
    whole: after.whole || keeps || from === seq,
    stretches: after.stretches.filter(
      (_, index) => (after.stretches[index + 1]?.from ?? Number.POSITIVE_INFINITY) > from,
    ),
  }
}

const upTo = (stretches: BoundedState['stretches'], { conversation }: State) => {
  const last = newest(conversation.items)?.seq ?? -1
  return stretches.filter(({ from }) => from <= last)
}

const grown = (
  stretches: BoundedState['stretches'],
  seq: Seq,
  bytes: number,
): BoundedState['stretches'] => {
  const last = stretches.at(-1)
  return last === undefined || last.bytes >= stretchBytes
    ? [...stretches, { from: seq, bytes }]
    : [...stretches.slice(0, -1), { from: last.from, bytes: last.bytes + bytes }]
}

const shortened = (bounded: BoundedState): BoundedState => {
  const { state, stretches } = bounded
  const second = stretches[1]
  const total = stretches.reduce((sum, { bytes }) => sum + bytes, 0)
  if (second === undefined || total <= limits.mendedBytesMax) return bounded
  const conversation = keptFrom(state.conversation, second.from)
  return { state: { ...state, conversation }, whole: false, stretches: stretches.slice(1) }
}

const keptFrom = (conversation: Conversation, from: Seq): Conversation => ({
  ...conversation,
  items: listOf(toArray(conversation.items).filter(({ seq }) => seq >= from)),
  segments: listOf(toArray(conversation.segments).filter(({ seq }) => seq >= from)),
})
