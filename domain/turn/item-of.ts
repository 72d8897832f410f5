import type { EventOf } from '../event/event.js'
import { callId, type Seq, type TurnId } from '../ids.js'
import type { ReplyBlock } from '../reply.js'
import { type Segments, textOf } from '../segment.js'
import type { Item, ItemBlock } from './item.js'

/** A Submit as the model reads it: its words, then the content of each file that it names. */
export const submitItem = (segments: Segments, turn: TurnId, seq: Seq): Item => ({
  role: 'user',
  content: [{ type: 'text', text: textOf(segments) }, ...segments.flatMap(fileBlock)],
  turn,
  seq,
})

const fileBlock = (segment: Segments[number]): ReadonlyArray<ItemBlock> => {
  if (segment.kind !== 'file_ref' || segment.content === undefined) return []
  const cut = segment.truncated === true ? ' (the beginning)' : ''
  return [{ type: 'text', text: `Content of ${segment.path}${cut}:\n${segment.content}` }]
}

/** A reply, each call named by the reply's record and its place in it. */
export const assistantItem = (
  content: ReadonlyArray<ReplyBlock>,
  turn: TurnId,
  seq: Seq,
): Item => ({
  role: 'assistant',
  content: content.map((block, index) =>
    block.type === 'tool_use' ? { ...block, call: callId(seq, index) } : block,
  ),
  turn,
  seq,
})

/** The result of one call. */
export const resultItem = (data: EventOf<'ToolCallCompleted'>['data'], seq: Seq): Item => {
  const { call, outcome, summary, content, synthetic, cut, turn } = data
  const optional = {
    ...(synthetic === undefined ? {} : { synthetic }),
    ...(cut === undefined ? {} : { cut }),
  }
  const block = { type: 'tool_result' as const, call, outcome, summary, content, ...optional }
  return { role: 'user', content: [block], turn, seq }
}

/** What stands in the conversation for all that was said before. */
export const summaryItem = (data: EventOf<'ConversationCompacted'>['data'], seq: Seq): Item => ({
  role: 'system',
  content: [{ type: 'text', text: `[Summary of the conversation so far]\n${data.summary}` }],
  turn: data.turn,
  seq,
})

/** yoi's own word to the model, also in the place of a turn that was left out. */
export const noteItem = (data: EventOf<'NoteAdded' | 'TurnLeftOut'>['data'], seq: Seq): Item => ({
  role: 'system',
  content: [{ type: 'text', text: data.text }],
  turn: data.turn,
  seq,
})
