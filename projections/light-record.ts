import type { EventOf } from '../domain/event/event.js'
import type { LogRecord } from '../domain/log/record.js'
import type { ReplyBlock } from '../domain/reply.js'
import type { Segment } from '../domain/segment.js'
import { isBlank } from '../domain/turn/request/is-blank.js'

/**
 * The record with its long words cut to next to nothing, for a fold that is never shown: a request
 * made of such records needs the same repairs as one that is made of the real ones.
 */
export const lightRecord = (record: LogRecord): LogRecord => {
  switch (record.type) {
    case 'InputSubmitted':
    case 'InputQueued':
      return withLightSegments(record)
    case 'AssistantReplied':
      return { ...record, data: { ...record.data, content: record.data.content.map(lightBlock) } }
    case 'ToolCallCompleted':
      return { ...record, data: { ...record.data, content: lightText(record.data.content) } }
    case 'NoteAdded':
      return { ...record, data: { ...record.data, text: lightText(record.data.text) } }
    default:
      return record
  }
}

const withLightSegments = <
  A extends { readonly data: Pick<EventOf<'InputQueued'>['data'], 'segments'> },
>(
  record: A,
): A => ({
  ...record,
  data: { ...record.data, segments: record.data.segments.map(lightSegment) },
})

const lightSegment = (segment: Segment): Segment =>
  'content' in segment && typeof segment.content === 'string'
    ? { ...segment, content: lightText(segment.content) }
    : segment

// Thinking stays as it is, since its signature may be one of its words.
const lightBlock = (block: ReplyBlock): ReplyBlock =>
  block.type === 'text' ? { ...block, text: lightText(block.text) } : block

const shortChars = 64

// What a request asks of a text: is it blank, and are all its surrogates in pairs? A slice of the
// text would keep all of it in memory.
const lightText = (text: string): string => {
  if (text.length <= shortChars) return text
  if (!text.isWellFormed()) return '\ud800'
  return isBlank(text) ? ' ' : 'words'
}
