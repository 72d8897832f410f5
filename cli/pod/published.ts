import type { Seq } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { append, emptyList, entryAt, type List, toArray } from '../../domain/list.js'
import type { LogRecord } from '../../domain/log/record.js'
import type {
  Greeting,
  History,
  InFlight,
  NotificationData,
  Snapshot,
} from '../../domain/protocol/notification.js'
import { statusOf } from '../../domain/session/announce.js'
import { runningTurn, type State } from '../../domain/session/state.js'
import { started } from '../../domain/turn/call.js'

/**
 * What clients have been told so far. A snapshot is made of exactly this, so that the stream after
 * it has no gap and no double.
 */
export type Published = {
  readonly state: State
  readonly records: List<LogRecord>
  /** The newest live output of each running call, by the cause of the call. */
  readonly output: ReadonlyMap<Seq, string>
  readonly storageFailed: boolean
}

/** What a session's log says before its Pod has told anything. */
export const publishedFrom = (state: State, records: ReadonlyArray<LogRecord>): Published => ({
  state,
  records: records.reduce<List<LogRecord>>(append, emptyList),
  output: new Map(),
  storageFailed: false,
})

/** With one more record told. */
export const withRecord = (told: Published, record: LogRecord, state: State): Published => ({
  ...told,
  state,
  records: append(told.records, record),
  output: record.type === 'ToolCallCompleted' ? new Map() : told.output,
})

/** With a piece of a running call's output told; only its newest part is kept. */
export const withOutput = (told: Published, cause: Seq, text: string): Published => {
  const output = new Map(told.output)
  const all = (output.get(cause) ?? '') + text
  output.set(cause, all.slice(-limits.liveOutputBytesKept))
  return { ...told, output }
}

/** The status as clients know it. `shown` is the state with what a start settled. */
export const statusTold = (told: Published, shown: State): NotificationData['status'] => ({
  ...statusOf(shown),
  ...(told.storageFailed ? { storage: 'failed' as const } : {}),
})

/** A snapshot of what has been told. */
export const snapshotOf = (told: Published, shown: State, greeting: Greeting): Snapshot => {
  const { conversation, tip } = told.state
  return {
    ...statusTold(told, shown),
    tip: tip ?? null,
    head: conversation.head ?? null,
    total: told.records.length,
    items: newestFitting(toArray(conversation.items)),
    segments: newestFitting(toArray(conversation.segments)),
    records: newestFitting(toArray(told.records)),
    queue: shown.inbox.inputs.map(({ id, segments }) => ({ id, segments })),
    greeting,
    in_flight: inFlight(told.output, shown),
  }
}

const inFlight = (output: Published['output'], shown: State): InFlight | null => {
  const turn = runningTurn(shown)
  if (turn === undefined) return null
  const calls = started(turn.calls).map(({ id, name, cause }) => ({
    call: id,
    name,
    output: cause === undefined ? '' : (output.get(cause) ?? ''),
  }))
  return { round: turn.request?.round ?? 1, blocks: shown.live.blocks, calls }
}

// Sizes are in characters of JSON, which is near enough to bytes for a bound.
const newestFitting = <A>(entries: ReadonlyArray<A>): ReadonlyArray<A> => {
  let size = 0
  let first = entries.length
  while (first > 0) {
    size += JSON.stringify(entries[first - 1]).length + 1
    if (size > limits.snapshotBytesMax) break
    first -= 1
  }
  return entries.slice(first)
}

/**
 * A page of the log: the newest `limit` records before seq `before` that fit (one always does), and
 * what they gave.
 */
export const historyOf = (
  told: Published,
  page: { readonly before?: number; readonly limit?: number },
): History => {
  const total = told.records.length
  const end = Math.max(0, Math.min(page.before ?? total, total))
  const limit = Math.min(
    Math.max(1, page.limit ?? limits.historyLimitDefault),
    limits.historyLimitMax,
  )
  const asked = range(Math.max(0, end - limit), end)
  const all = asked.flatMap((seq) => entryAt(told.records, seq) ?? [])
  const fitting = newestFitting(all)
  const records = fitting.length === 0 ? all.slice(-1) : fitting
  const from = end - records.length
  const within = ({ seq }: { readonly seq: Seq }) => seq >= from && seq < end
  return {
    from,
    total,
    items: toArray(told.state.conversation.items).filter(within),
    segments: toArray(told.state.conversation.segments).filter(within),
    records,
  }
}

const range = (from: number, end: number): ReadonlyArray<number> =>
  Array.from({ length: end - from }, (_, index) => from + index)
