import { type CallId, callId, type Seq } from '../ids.js'
import { limits } from '../limits.js'
import type { ReplyBlock } from '../reply.js'
import { toolTraits } from '../tool/spec.js'

/** A tool call of a reply. `cause` is the seq of its `ToolCallStarted`. */
export type Call = {
  readonly id: CallId
  readonly name: string
  readonly input: unknown
  readonly inputError?: string
  readonly phase: 'pending' | 'started' | 'done'
  readonly cause?: Seq
  /** The hooks have been asked about it; they are not asked again. */
  readonly asked?: boolean
}

/** The calls that a reply recorded at `reply` asks for, in order. */
export const callsOf = (content: ReadonlyArray<ReplyBlock>, reply: Seq): ReadonlyArray<Call> =>
  content.flatMap((block, index) =>
    block.type === 'tool_use'
      ? [
          {
            id: callId(reply, index),
            name: block.name,
            input: block.input,
            ...(block.input_error === undefined ? {} : { inputError: block.input_error }),
            phase: 'pending' as const,
          },
        ]
      : [],
  )

/** Calls that run now. */
export const started = (calls: ReadonlyArray<Call>): ReadonlyArray<Call> =>
  calls.filter((call) => call.phase === 'started')

/** Calls that have not begun. */
export const pending = (calls: ReadonlyArray<Call>): ReadonlyArray<Call> =>
  calls.filter((call) => call.phase === 'pending')

/**
 * The calls to start now: in order, neighbours that may share up to a limit, any other alone. None
 * while what runs does not allow another beside it.
 */
export const startable = (calls: ReadonlyArray<Call>): ReadonlyArray<Call> => {
  const running = started(calls)
  const waiting = pending(calls)
  const first = waiting[0]
  if (first === undefined) return []
  if (!shares(first)) return running.length === 0 ? [first] : []
  if (!running.every(shares)) return []
  const firstAlone = waiting.findIndex((call) => !shares(call))
  const neighbours = firstAlone === -1 ? waiting : waiting.slice(0, firstAlone)
  return neighbours.slice(0, Math.max(0, limits.sharedCallsMax - running.length))
}

const shares = (call: Call): boolean => toolTraits(call.name).shared
