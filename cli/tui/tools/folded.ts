import type { Line } from '../frame.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'

type Fold = {
  readonly look: Look
  readonly linesMax: number
  /** Which part is kept. */
  readonly keep: 'start' | 'end'
}

/**
 * The lines, of which all but `linesMax` are only counted unless every detail is shown. One line
 * more than that is not worth a count, which would take its place.
 */
export const folded = (
  lines: ReadonlyArray<Line>,
  { look, linesMax, keep }: Fold,
): ReadonlyArray<Line> => {
  if (look.detail === 'detail' || lines.length <= linesMax + 1) return lines
  const left = lines.length - linesMax
  return keep === 'start'
    ? [...lines.slice(0, linesMax), ...leftOut(`${left} more lines`, look)]
    : [...leftOut(`${left} earlier lines`, look), ...lines.slice(-linesMax)]
}

/** A line that says what is left out and how to see it. */
export const leftOut = (what: string, look: Look): ReadonlyArray<Line> =>
  led('  ', `… ${what}${howToSee(look)}`, { look, style: 'dim' })

// The key goes from normal to overview first, and from there to every detail.
const howToSee = ({ detailKey = 'Ctrl-O', detail }: Look): string => {
  if (detailKey === '' || detail === 'detail') return ''
  return detail === 'normal' ? ` (${detailKey} twice shows all)` : ` (${detailKey} shows all)`
}
