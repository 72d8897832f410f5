import type { EventOf, EventType } from '../domain/event/event.js'
import type { Seq, TurnId } from '../domain/ids.js'

/** A turn that was taken back: what it did between `after` and `reset`, both not included. */
export type TakenBack = { readonly after: Seq; readonly reset: Seq; readonly turn: TurnId }

/** What this reset took back. */
export const takenBackBy = ({
  seq,
  data,
}: EventOf<'HeadReset'> & { readonly seq: Seq }): TakenBack => ({
  after: data.to.seq,
  reset: seq,
  turn: data.turn,
})

/**
 * The reset that took this record back, if one did; `resets` are in the order of the log. What
 * happened beside the turn (queued inputs, notices, Pods that came and went) stands.
 */
export const resetOver = (
  resets: ReadonlyArray<TakenBack>,
  record: { readonly seq: Seq; readonly type: string },
): TakenBack | undefined => {
  if (!undone.has(record.type)) return undefined
  const next = resets[firstBehind(resets, record.seq)]
  return next !== undefined && next.after < record.seq ? next : undefined
}

// By halves: a long log may have thousands, and each of its records is asked about.
const firstBehind = (resets: ReadonlyArray<TakenBack>, seq: Seq): number => {
  const halve = (low: number, high: number): number => {
    if (low >= high) return low
    const middle = Math.floor((low + high) / 2)
    return (resets[middle]?.reset ?? Infinity) > seq ? halve(low, middle) : halve(middle + 1, high)
  }
  return halve(0, resets.length)
}

const undone: ReadonlySet<string> = new Set<EventType>([
  'InputSubmitted',
  'RoundStarted',
  'AssistantReplied',
  'ToolCallStarted',
  'ToolCallCompleted',
  'NoteAdded',
  'HookAsked',
  'HookAnswered',
  'StopRequested',
  'TurnPaused',
  'TurnResumed',
  'TurnEnded',
  'TurnLeftOut',
  'InboxDelivered',
  'ConversationCompacted',
])
