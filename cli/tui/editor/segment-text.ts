import { type Segment, textOf } from '../../../domain/segment.js'
import { chipLabel } from './chip.js'

/** A segment as the person saw it when typing: a chip, an @path, the words. */
export const segmentText = (segment: Segment): string =>
  segment.kind === 'paste' ? chipLabel(segment) : textOf([segment])
