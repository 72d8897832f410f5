import { type Line, line } from '../frame.js'
import { textWidth } from '../text/width.js'

const joint = ' · '

/**
 * What the keys of a dialog do, in as few lines of at most `width` columns as hold them; a hint is
 * never cut in two, only one that is wider than a line is.
 */
export const keyHints = (hints: ReadonlyArray<string>, width: number): ReadonlyArray<Line> =>
  hints
    .reduce<ReadonlyArray<string>>((lines, hint) => {
      const last = lines.at(-1)
      const joined = last === undefined ? hint : `${last}${joint}${hint}`
      return last !== undefined && textWidth(joined) > width
        ? [...lines, hint]
        : [...lines.slice(0, -1), joined]
    }, [])
    .map((words) => line(words, 'dim'))
