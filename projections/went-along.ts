import type { Segment } from '../domain/segment.js'
import { counted } from './usage.js'

/** That the content of a file went along with a Submit, and how much; undefined of other segments. */
export const wentAlong = (segment: Segment): string | undefined => {
  if (segment.kind !== 'file_ref' || segment.content === undefined) return undefined
  const cut = segment.truncated === true ? ', only its beginning' : ''
  return `(${segment.path} went along: ${counted(segment.content.length, 'character')}${cut})`
}
