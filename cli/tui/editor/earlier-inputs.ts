import { limits } from '../../../domain/limits.js'
import { type Segments, textOf } from '../../../domain/segment.js'
import type { InputHistory } from '../state.js'

/** The history with an input behind all others; the same entries when it is the last one already. */
export const withInput = (segments: Segments, { entries }: InputHistory): InputHistory => {
  const last = entries.at(-1)
  const isSame = last !== undefined && textOf(last) === textOf(segments)
  return {
    entries: isSame ? entries : [...entries, segments].slice(-limits.earlierInputsMax),
    browsing: undefined,
  }
}

/**
 * The history with the inputs of the session that is shown behind those of others: one comes back to
 * what one was at. While the person walks through it, it stays as it is.
 */
export const withOwnInputs = (
  own: ReadonlyArray<Segments>,
  history: InputHistory,
): InputHistory => {
  if (history.browsing !== undefined || own.length === 0) return history
  const newest = new Set(own.map(textOf))
  const others = history.entries.filter((segments) => !newest.has(textOf(segments)))
  return { entries: withoutDoubles([...others, ...own]), browsing: undefined }
}

/** The newest of these, the oldest first, each run of equal ones once. */
export const withoutDoubles = (all: ReadonlyArray<Segments>): ReadonlyArray<Segments> =>
  all
    .filter((segments, index) => {
      const before = all[index - 1]
      return before === undefined || textOf(before) !== textOf(segments)
    })
    .slice(-limits.earlierInputsMax)
