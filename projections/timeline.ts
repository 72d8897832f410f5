import type { EventOf } from '../domain/event/event.js'
import { type CallId, callId, type Seq } from '../domain/ids.js'
import type { ForeignRecord, LogRecord } from '../domain/log/record.js'
import type { Projection } from '../domain/projection.js'
import type { Timestamp } from '../domain/time.js'
import { resetOver, type TakenBack } from './taken-back.js'
import { tellEvent, tellForeign } from './tell-event.js'
import type { Told } from './told.js'

/** One record in plain words. All text is safe to print. */
export type TimelineEntry = Told & {
  readonly seq: Seq
  readonly at: Timestamp
  /** Why it does not count any more, when the turn was taken back. */
  readonly mark?: string
}

/** The newest entry, and what is needed to tell the next. `open`: how an unended turn stands. */
export type Timeline = {
  readonly entry?: TimelineEntry
  readonly open?: 'running' | 'resting'
  readonly calls: ReadonlyMap<CallId, string>
}

/**
 * A replay for people: after each record `entry` tells it. `resets` are all of the log, found in a
 * pass before, so that a turn can be marked as taken back where it begins.
 */
export const timeline = (resets: ReadonlyArray<TakenBack>): Projection<Timeline> => ({
  name: 'timeline',
  initial: { calls: new Map() },
  apply: (state, record) => {
    const calls = record.type === 'AssistantReplied' ? callsOf(record) : state.calls
    const open = openAfter(state.open, record)
    return { calls, entry: entryOf(resets, calls, record), ...(open === undefined ? {} : { open }) }
  },
})

const callsOf = ({
  seq,
  data,
}: EventOf<'AssistantReplied'> & { readonly seq: Seq }): ReadonlyMap<CallId, string> =>
  new Map(
    data.content.flatMap((block, index) =>
      block.type === 'tool_use' ? [[callId(seq, index), block.name] as const] : [],
    ),
  )

const openAfter = (open: Timeline['open'], record: LogRecord): Timeline['open'] => {
  switch (record.type) {
    case 'InputSubmitted':
    case 'InboxDelivered':
    case 'TurnResumed':
      return 'running'
    case 'TurnPaused':
      return 'resting'
    case 'TurnEnded':
    case 'HeadReset':
      return undefined
    default:
      return open
  }
}

const entryOf = (
  resets: ReadonlyArray<TakenBack>,
  calls: ReadonlyMap<CallId, string>,
  record: LogRecord,
): TimelineEntry => {
  const reset = resetOver(resets, record)
  const place = { seq: record.seq, at: record.at, ...tellEvent(record, calls) }
  return reset === undefined ? place : { ...place, mark: markOf(reset) }
}

const markOf = ({ reset, stop }: TakenBack): string =>
  `taken back by #${reset}: ${stop} before the model had given anything`

/** The entry of a record whose event this version does not know. */
export const foreignEntry = ({ seq, at, type }: ForeignRecord): TimelineEntry => ({
  seq,
  at,
  ...tellForeign(type),
})
