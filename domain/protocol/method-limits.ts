import { limits } from '../limits.js'
import type { Segments } from '../segment.js'
import { isOver, isOverlong } from '../segment-size.js'
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
  const long = input.findIndex(isOverlong)
  return long === -1 ? undefined : over(`params.input.${long}`, limits.segmentBytesMax)
}

const overText = (key: string, text: string, bytesMax: number): string | undefined =>
  isOver(text, bytesMax) ? over(key, bytesMax) : undefined

const over = (key: string, bytesMax: number): string => `${key}: expected at most ${bytesMax} bytes`

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
