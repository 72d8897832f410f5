import * as t from 'io-ts'

export const TextBlock = t.type({ type: t.literal('text'), text: t.string }, 'TextBlock')
export const ThinkingBlock = t.type(
  { type: t.literal('thinking'), thinking: t.string, signature: t.string },
  'ThinkingBlock',
)
export const RedactedThinkingBlock = t.type(
  { type: t.literal('redacted_thinking'), data: t.string },
  'RedactedThinkingBlock',
)
/** `input` is the parsed JSON. `input_error` says why it could not be parsed; the call then fails. */
export const ToolUseBlock = t.intersection(
  [
    t.type({ type: t.literal('tool_use'), id: t.string, name: t.string, input: t.unknown }),
    t.partial({ input_error: t.string }),
  ],
  'ToolUseBlock',
)

/** One block of a reply, in the shape of the Messages API. */
export const ReplyBlock = t.union(
  [TextBlock, ThinkingBlock, RedactedThinkingBlock, ToolUseBlock],
  'ReplyBlock',
)
export type ReplyBlock = Readonly<t.TypeOf<typeof ReplyBlock>>
export type TextBlock = Readonly<t.TypeOf<typeof TextBlock>>
export type ThinkingBlock = Readonly<t.TypeOf<typeof ThinkingBlock>>
export type RedactedThinkingBlock = Readonly<t.TypeOf<typeof RedactedThinkingBlock>>
export type ToolUseBlock = Readonly<t.TypeOf<typeof ToolUseBlock>>

/** Tokens of one request; `input` counts neither cache reads nor cache writes. */
export const Usage = t.readonly(
  t.type(
    { input: t.number, output: t.number, cache_read: t.number, cache_write: t.number },
    'Usage',
  ),
)
export type Usage = t.TypeOf<typeof Usage>

/** Why the model stopped, as the Messages API names it; a name from a later version passes. */
export type StopReason = string

/** A whole reply: given only after the stream said that the message is complete. */
export type Reply = {
  readonly content: ReadonlyArray<ReplyBlock>
  readonly stop_reason: StopReason
  readonly usage: Usage
  readonly model: string
  readonly request_id?: string
  /** From the first thinking to what came after it, in whole ms; absent without thinking. */
  readonly thinking_ms?: number
}

/** A piece of a reply while it streams. Shown, never logged, except in `StopRequested.shown`. */
export type LiveDelta =
  | { readonly kind: 'text'; readonly block: number; readonly text: string }
  | { readonly kind: 'thinking'; readonly block: number; readonly text: string }
  | {
      readonly kind: 'tool_call'
      readonly block: number
      readonly call: string
      readonly name: string
    }
  | {
      readonly kind: 'tool_args'
      readonly block: number
      readonly call: string
      readonly text: string
    }
  | { readonly kind: 'usage'; readonly usage: Usage }

/** What became of one attempt that gave no reply. `message` is one sentence that says what to do. */
export type ReplyFailure = {
  readonly code: ReplyFailureCode
  readonly message: string
  /** Worth another attempt, so long as the policy has one left. */
  readonly retryable: boolean
  /** The server's wish, already capped, in ms. */
  readonly retryAfterMs?: number
  readonly status?: number
  readonly requestId?: string
}

export type ReplyFailureCode =
  | 'aborted'
  | 'truncated'
  | 'reset'
  | 'first_byte_timeout'
  | 'idle'
  | 'not_a_stream'
  | 'malformed'
  | 'unreachable'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'invalid_request'
  | 'context_too_long'
  | 'too_large'
  /** The thinking of an earlier reply, which the provider does not take back. */
  | 'thinking_refused'
  | 'rate_limited'
  | 'overloaded'
  | 'server_error'
  | 'internal'
