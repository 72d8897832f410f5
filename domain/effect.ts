import type { HookAnswer, HookQuestion } from './hook.js'
import type { CallId, Seq, TurnId } from './ids.js'
import type { LiveDelta, Reply, ReplyFailure } from './reply.js'
import type { ToolResult } from './tool/outcome.js'
import type { RequestBody } from './turn/request-body.js'

/**
 * Outside work that follows from a record. `cause` is that record's seq; the report of the work
 * carries it back, so that what nobody awaits any more can do no harm.
 */
export type Effect =
  | {
      readonly type: 'RequestReply'
      readonly cause: Seq
      readonly turn: TurnId
      readonly round: number
      readonly request: RequestBody
    }
  | { readonly type: 'AbortReply'; readonly cause: Seq }
  | {
      readonly type: 'RunTool'
      readonly cause: Seq
      readonly turn: TurnId
      readonly call: CallId
      readonly name: string
      readonly input: unknown
      /** Why the input could not be parsed; the call then fails without running. */
      readonly inputError?: string
    }
  /** Ends long tools; short ones run to their end. */
  | { readonly type: 'AbortTool'; readonly cause: Seq }
  | { readonly type: 'RunHook'; readonly cause: Seq; readonly question: HookQuestion }
  | { readonly type: 'AbortHook'; readonly cause: Seq }
  | {
      readonly type: 'StartTimer'
      readonly timer: Timer
      readonly cause: Seq
      readonly waitMs: number
    }
  | { readonly type: 'Leave'; readonly by: string }

/** `retry`: the next attempt is due. `give_up`: tools that ignore a stop are given up. */
export type Timer = 'retry' | 'give_up'

/** What an effect brings back. */
export type Report =
  | { readonly type: 'ReplyStreamed'; readonly cause: Seq; readonly delta: LiveDelta }
  | { readonly type: 'ReplyCompleted'; readonly cause: Seq; readonly reply: Reply }
  | { readonly type: 'ReplyFailed'; readonly cause: Seq; readonly failure: ReplyFailure }
  | {
      readonly type: 'ToolReported'
      readonly cause: Seq
      readonly call: CallId
      readonly result: ToolResult
    }
  | { readonly type: 'HookReported'; readonly cause: Seq; readonly answer: HookAnswer }
  | { readonly type: 'TimerFired'; readonly timer: Timer; readonly cause: Seq }
