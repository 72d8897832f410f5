import type { RepairKind } from '../domain/turn/request/repairs.js'
import type { Repairs } from './repairs-of.js'

/** What the next request has to mend, a line each: what it is, and how often. */
export const repairWords = (repairs: Repairs): ReadonlyArray<string> =>
  Object.entries(repairs).map(
    ([kind, count]) =>
      `mended in requests: ${wordsOf(kind)}${count === 1 ? '' : `, ${count} times`}`,
  )

const wordsOf = (kind: string): string => (isKind(kind) ? words[kind] : kind)

const isKind = (kind: string): kind is RepairKind => Object.hasOwn(words, kind)

const words: Readonly<Record<RepairKind, string>> = {
  block_misplaced: "a call or a thought that is not the model's own",
  surrogate_replaced: 'a text with half a character in it',
  name_replaced: 'a tool call whose name the API does not take',
  input_replaced: 'a tool call whose input could not be read',
  call_doubled: 'a tool call that stands there twice',
  wire_id_replaced: 'a tool call whose id the API does not take, or that others have too',
  text_blank: 'a text of blanks alone',
  thinking_left_out: 'a thought that this model would not take back',
  message_empty: 'an empty message',
  result_missing: 'a tool call without a result',
  result_doubled: 'a second result of a tool call',
  result_orphaned: 'a result of no tool call',
  result_moved: 'a result that does not stand behind its tool call',
  turn_filled: 'a reply with nothing said before it',
  thinking_withheld: 'a request without thinking, since the reply before it has none',
  tool_left_out: 'a tool that the API does not take, or that is there twice',
}
