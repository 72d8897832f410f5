import type { Event } from '../event/event.js'
import type { Seq } from '../ids.js'
import type { ToolResult } from '../tool/outcome.js'
import { type Call, pending, started } from '../turn/call.js'
import type { Turn } from '../turn/turn.js'
import { closePending, closeStarted, neverStarted, outcomeUnknown } from './close-calls.js'
import { runningTurn, type State } from './state.js'

/** What broke off the work: the process, or its storage. */
export type BrokenBy = 'crash' | 'storage'

/** Results that came while the log could not be written, by the cause of their call. */
export type Salvaged = ReadonlyMap<Seq, ToolResult>

/**
 * What is owed to a turn that ran when the work broke off: a result for each started call (the
 * salvaged one, else `unknown`), then its rest, or its end where a cancel had been asked. Nothing
 * for a turn at rest, so settling twice is settling once. It never rolls back.
 */
export const settle = (
  state: State,
  by: BrokenBy,
  salvaged: Salvaged = new Map(),
): ReadonlyArray<Event> => {
  const turn = runningTurn(state)
  if (turn === undefined) return []
  const results = started(turn.calls).flatMap((call): ReadonlyArray<Event> => {
    const result = call.cause === undefined ? undefined : salvaged.get(call.cause)
    return result === undefined
      ? closeStarted({ ...turn, calls: [call] }, outcomeUnknown(by))
      : [completed(turn, call, result)]
  })
  return [...results, ...decided(turn, by)]
}

/** The record of a tool's own result. */
export const completed = (turn: Turn, call: Call, result: ToolResult): Event => ({
  type: 'ToolCallCompleted',
  data: {
    turn: turn.id,
    call: call.id,
    outcome: result.outcome,
    summary: result.summary,
    content: result.content,
    duration_ms: result.durationMs,
    ...(result.cut === undefined ? {} : { cut: result.cut }),
  },
})

const decided = (turn: Turn, by: BrokenBy): ReadonlyArray<Event> =>
  turn.stop?.kind === 'cancel'
    ? [
        ...closePending({ ...turn, calls: pending(turn.calls) }, neverStarted(by)),
        { type: 'TurnEnded', data: { turn: turn.id, result: 'cancelled', by } },
      ]
    : [{ type: 'TurnPaused', data: { turn: turn.id, by } }]
