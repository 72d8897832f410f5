import type { EventOf } from '../event/event.js'
import type { Outcome } from '../tool/outcome.js'
import { type Call, pending, started } from '../turn/call.js'
import type { Turn } from '../turn/turn.js'

type Completed = EventOf<'ToolCallCompleted'>

/** Why calls are closed without a result of their own. */
export type Closing = {
  readonly outcome: Extract<Outcome, 'cancelled' | 'unknown'>
  readonly by: string
  readonly summary: string
  readonly content: string
}

/** A call of a turn that a new Submit ended. */
export const interruptedByRun: Closing = {
  outcome: 'cancelled',
  by: 'run',
  summary: '[Interrupted by user]',
  content: '[Interrupted by user]',
}

/** A call that had not begun when its turn was ended. */
export const neverStarted = (by: string): Closing => ({
  outcome: 'cancelled',
  by,
  summary: '[Cancelled before it started]',
  content: '[Cancelled before it started. Nothing was done.]',
})

/** A call that had begun and whose result nobody knows; it is never run again by itself. */
export const outcomeUnknown = (by: string): Closing => ({
  outcome: 'unknown',
  by,
  summary: '[Outcome unknown]',
  content:
    '[The call had started and its outcome is not known. It may have had effects. It was not run again.]',
})

/** A result for each call that has not begun. */
export const closePending = (turn: Turn, closing: Closing): ReadonlyArray<Completed> =>
  pending(turn.calls).map((call) => closed(turn, call, closing))

/** A result for each call that runs. */
export const closeStarted = (turn: Turn, closing: Closing): ReadonlyArray<Completed> =>
  started(turn.calls).map((call) => closed(turn, call, closing))

const closed = (turn: Turn, call: Call, closing: Closing): Completed => ({
  type: 'ToolCallCompleted',
  data: { turn: turn.id, call: call.id, synthetic: true, ...closing },
})
