import { limits } from '../limits.js'
import type { Segment, Segments } from '../segment.js'
import type { Method } from './method.js'

/** What of a well-formed call is beyond its limit, in one sentence that names the key. */
export const overLimit = (method: Method): string | undefined => {
  switch (method.method) {
    case 'run':
    case 'queue':
      return overInput(method.params.input)
    case 'notify':
      return overText('params.message', method.params.message, limits.noticeBytesMax)
    case 'get_history':
      return overPage(method.params ?? {})
    case 'pod_event':
      return overText('params.message', method.params.message ?? '', limits.noticeBytesMax)
    case 'withdraw':
    case 'resume':
    case 'pause':
    case 'cancel':
    case 'abandon':
    case 'shutdown':
      return undefined
  }
}

const overInput = (input: Segments): string | undefined => {
  if (input.length === 0) return 'params.input: expected at least one segment, got none'
  if (input.length > limits.segmentsMax)
    return `params.input: expected at most ${limits.segmentsMax} segments, got ${input.length}`
  return input
    .map((segment, index) =>
      overText(`params.input.${index}`, heldText(segment), limits.segmentBytesMax),
    )
    .find((sentence) => sentence !== undefined)
}

// A kind of a later version is measured as a whole: nobody here knows which of its keys is long.
const heldText = (segment: Segment): string => {
  switch (segment.kind) {
    case 'text':
    case 'paste':
      return segment.content
    case 'file_ref':
      return segment.path
    default:
      return JSON.stringify(segment)
  }
}

const overText = (key: string, text: string, bytesMax: number): string | undefined =>
  bytesOf(text, bytesMax) > bytesMax ? `${key}: expected at most ${bytesMax} bytes` : undefined

// A code unit takes at most three bytes, so that nearly every text needs no encoding.
const bytesOf = (text: string, bytesMax: number): number =>
  text.length * 3 <= bytesMax ? text.length : new TextEncoder().encode(text).length

const overPage = (page: {
  readonly before?: number
  readonly limit?: number
}): string | undefined => {
  const { before = 0, limit = 1 } = page
  if (before < 0) return `params.before: expected 0 or more, got ${before}`
  return limit < 1 || limit > limits.historyLimitMax
    ? `params.limit: expected 1 to ${limits.historyLimitMax}, got ${limit}`
    : undefined
}
