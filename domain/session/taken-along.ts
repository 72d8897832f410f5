import type { ForkedPart } from '../event/session.js'
import type { Seq } from '../ids.js'
import { listOf } from '../list.js'
import type { InputSegments, Item } from '../turn/item.js'
import { submitItem } from '../turn/item-of.js'
import type { Conversation } from './state.js'

/** The conversation that a fork's first record, at `seq`, holds; nothing for any other session. */
export const takenAlong = (
  parts: ReadonlyArray<ForkedPart>,
  seq: Seq,
): Partial<Pick<Conversation, 'items' | 'segments'>> =>
  parts.length === 0
    ? {}
    : {
        items: listOf(parts.map((part) => itemOf(part, seq))),
        segments: listOf(parts.flatMap((part) => typed(part, seq))),
      }

const itemOf = (part: ForkedPart, seq: Seq): Item =>
  part.kind === 'input'
    ? submitItem(part.segments, part.turn, seq)
    : { role: part.role, content: part.content, turn: part.turn, seq }

const typed = (part: ForkedPart, seq: Seq): ReadonlyArray<InputSegments> =>
  part.kind === 'input' ? [{ turn: part.turn, seq, segments: part.segments }] : []
