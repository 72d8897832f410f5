import type { CallId, Seq, TurnId } from '../ids.js'
import type { RedactedThinkingBlock, TextBlock, ThinkingBlock, ToolUseBlock } from '../reply.js'
import type { Segments } from '../segment.js'
import type { OutputCut, Outcome } from '../tool/outcome.js'

/**
 * A block of the conversation: the Messages API's blocks plus yoi's own fields. `call` names a call
 * and ties its result to it; the provider's `id` is kept for the wire only.
 */
export type ItemBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | (ToolUseBlock & { readonly call: CallId })
  | {
      readonly type: 'tool_result'
      readonly call: CallId
      readonly outcome: Outcome
      readonly summary: string
      readonly content: string
      readonly synthetic?: boolean
      readonly cut?: OutputCut
    }

/** What one record adds to the conversation. `role: system` is yoi's own voice: notes, notices. */
export type Item = {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: ReadonlyArray<ItemBlock>
  readonly turn: TurnId
  readonly seq: Seq
}

/** The segments of one user input, so that a screen can show it as it was typed. */
export type InputSegments = {
  readonly turn: TurnId
  readonly seq: Seq
  readonly segments: Segments
}
