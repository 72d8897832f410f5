import type { StopKind } from '../domain/event/turn.js'
import type { Seq, TurnId } from '../domain/ids.js'
import type { LogRecord } from '../domain/log/record.js'
import type { Projection } from '../domain/projection.js'

/** A turn that was taken back: what it did between `after` and `reset`, both not included. */
export type TakenBack = {
  readonly after: Seq
  readonly reset: Seq
  readonly turn: TurnId
  readonly reason: string
  readonly stop: StopKind
}

/** Every turn that was taken back, in the order of their resets. */
export const takenBack: Projection<ReadonlyArray<TakenBack>> = {
  name: 'taken-back',
  initial: [],
  apply: (resets, record) =>
    record.type === 'HeadReset' ? [...resets, resetOf(record.seq, record.data)] : resets,
}

const resetOf = (
  reset: Seq,
  data: Extract<LogRecord, { readonly type: 'HeadReset' }>['data'],
): TakenBack => ({
  after: data.to.seq,
  reset,
  turn: data.turn,
  reason: data.reason,
  stop: data.stop,
})

/**
 * The reset that took this record back, if one did. What happened beside the turn (queued inputs,
 * notices, Pods that came and went) stands.
 */
export const resetOver = (
  resets: ReadonlyArray<TakenBack>,
  record: Pick<LogRecord, 'seq' | 'type'>,
): TakenBack | undefined =>
  undone.has(record.type)
    ? resets.find(({ after, reset }) => after < record.seq && record.seq < reset)
    : undefined

const undone: ReadonlySet<LogRecord['type']> = new Set([
  'InputSubmitted',
  'RoundStarted',
  'AssistantReplied',
  'ToolCallStarted',
  'ToolCallCompleted',
  'NoteAdded',
  'StopRequested',
  'TurnPaused',
  'TurnResumed',
  'TurnEnded',
  'TurnLeftOut',
  'InboxDelivered',
  'ConversationCompacted',
] as const)
