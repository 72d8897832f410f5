import { limits } from './limits.js'
import type { Segments } from './segment.js'
import { isOverlong } from './segment-size.js'

/** Why these segments cannot be a Submit, as a sentence; nothing when they can. */
export const segmentFault = (segments: Segments): string | undefined => {
  if (segments.length === 0 || segments.every(isBlank))
    return 'The input is empty: type some text first.'
  if (segments.length > limits.segmentsMax)
    return `The input has ${segments.length} segments; at most ${limits.segmentsMax} are taken.`
  const large = segments.findIndex(isOverlong)
  return large === -1
    ? undefined
    : `Segment ${large} is larger than ${limits.segmentBytesMax} bytes: put it into a file and name the file.`
}

const isBlank = (segment: Segments[number]): boolean =>
  'content' in segment && segment.kind !== 'file_ref'
    ? !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(segment.content)
    : false
