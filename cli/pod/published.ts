import type { Seq } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { toArray } from '../../domain/list.js'
import type {
  Greeting,
  InFlight,
  NotificationData,
  Snapshot,
} from '../../domain/protocol/notification.js'
import { statusOf } from '../../domain/session/announce.js'
import type { Commit } from '../../domain/session/plan.js'
import { nextSeq, runningTurn, type State } from '../../domain/session/state.js'
import { started } from '../../domain/turn/call.js'
import { type NewestRecords, newestOf, withNewest } from './newest-records.js'

/**
 * What clients have been told so far. A snapshot is made of exactly this, so that the stream after
 * it has no gap and no double.
 */
export type Published = {
  readonly state: State
  readonly newest: NewestRecords
  /** The newest live output of each running call, by the cause of the call. */
  readonly output: ReadonlyMap<Seq, string>
  readonly storageFailed: boolean
}

/** What a session's log says before its Pod has told anything. */
export const publishedFrom = (state: State, newest: NewestRecords): Published => ({
  state,
  newest,
  output: new Map(),
  storageFailed: false,
})

/** With one more record told, which left this state; its line has so many bytes. */
export const withRecord = (
  told: Published,
  { record, after }: Commit,
  lineBytes: number,
): Published => ({
  ...told,
  state: after,
  newest: withNewest(told.newest, record, lineBytes),
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
    total: nextSeq(told.state),
    items: newestFitting(toArray(conversation.items)),
    segments: newestFitting(toArray(conversation.segments)),
    records: newestFitting(newestOf(told.newest)),
    queue: shown.inbox.inputs.map(({ id, segments }) => ({ id, segments })),
    greeting,
    usage: conversation.usage,
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
