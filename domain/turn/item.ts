import * as t from 'io-ts'
import { CallId, type Seq, type TurnId } from '../ids.js'
import { RedactedThinkingBlock, TextBlock, ThinkingBlock, ToolUseBlock } from '../reply.js'
import type { Segments } from '../segment.js'
import { Outcome, OutputCut } from '../tool/outcome.js'

/** A call of a reply. `call` names it and ties its result to it; `id` is kept for the wire only. */
const CallBlock = t.intersection([ToolUseBlock, t.type({ call: CallId })], 'CallBlock')

/** The result of the call of the same name. */
const ResultBlock = t.intersection(
  [
    t.type({
      type: t.literal('tool_result'),
      call: CallId,
      outcome: Outcome,
      summary: t.string,
      content: t.string,
    }),
    t.partial({ synthetic: t.boolean, cut: OutputCut }),
  ],
  'ResultBlock',
)

/** A block of the conversation: the Messages API's blocks plus yoi's own fields. */
export const ItemBlock = t.union(
  [TextBlock, ThinkingBlock, RedactedThinkingBlock, CallBlock, ResultBlock],
  'ItemBlock',
)
export type ItemBlock = Readonly<t.TypeOf<typeof ItemBlock>>

/** Whose voice an item is; `system` is yoi's own: notes, notices. */
export const ItemRole = t.keyof({ user: null, assistant: null, system: null }, 'ItemRole')

/** What one record adds to the conversation. */
export type Item = {
  readonly role: t.TypeOf<typeof ItemRole>
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
