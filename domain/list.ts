/**
 * A list that only grows, shared by all its earlier versions: `append` copies at most one chunk, so
 * a fold over n records costs about n steps and an old version kept for later costs nothing.
 */
export type List<A> = {
  readonly full: ReadonlyArray<ReadonlyArray<A>>
  readonly last: ReadonlyArray<A>
  readonly length: number
}

const chunkLength = 128

/** The list without entries. */
export const emptyList: List<never> = { full: [], last: [], length: 0 }

/** A new list with `entry` at its end. */
export const append = <A>(list: List<A>, entry: A): List<A> =>
  list.last.length < chunkLength
    ? { full: list.full, last: [...list.last, entry], length: list.length + 1 }
    : { full: [...list.full, list.last], last: [entry], length: list.length + 1 }

/** A list of these entries. */
export const listOf = <A>(entries: ReadonlyArray<A>): List<A> =>
  entries.reduce<List<A>>((list, entry) => append(list, entry), emptyList)

/** The entries in order, as an array of the caller's own. */
export const toArray = <A>(list: List<A>): ReadonlyArray<A> => [...list.full.flat(), ...list.last]

/** The newest entry. */
export const newest = <A>(list: List<A>): A | undefined => list.last.at(-1)
