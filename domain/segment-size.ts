import { limits } from './limits.js'
import type { Segment, Segments } from './segment.js'

/**
 * Whether a segment is over `limits.segmentBytesMax`: the bytes of its text as UTF-8, whatever it
 * takes as JSON; of a file, those of its name.
 */
export const isOverlong = (segment: Segment): boolean =>
  isOver(heldText(segment), limits.segmentBytesMax)

/** Whether a text has more bytes than so many, as UTF-8. */
export const isOver = (text: string, bytesMax: number): boolean =>
  // A code unit takes at most three bytes, so that nearly every text needs no encoding.
  text.length * 3 > bytesMax && bytesOf(text) > bytesMax

/** Whether the call that brings these segments to a Pod fits into a line of the socket. */
export const fitsFrame = (segments: Segments): boolean =>
  bytesOf(JSON.stringify(segments)) + aroundSegments <= limits.frameBytesMax

// What a call holds besides: its method, id, key and sender.
const aroundSegments = 1024

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

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
