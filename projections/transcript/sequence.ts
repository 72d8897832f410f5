/**
 * A list that shares its past: `append` and `replace` copy one chunk, so that 100,000 records fold
 * in linear time and an older version stays usable for as long as someone keeps it.
 */
export type Sequence<A> = {
  readonly chunks: ReadonlyArray<ReadonlyArray<A>>
  readonly tail: ReadonlyArray<A>
  readonly length: number
}

const chunkLength = 64

export const emptySequence: Sequence<never> = { chunks: [], tail: [], length: 0 }

/** The sequence with `item` behind its last. */
export const append = <A>(item: A, sequence: Sequence<A>): Sequence<A> => {
  const { chunks, tail, length } = sequence
  return tail.length < chunkLength
    ? { chunks, tail: [...tail, item], length: length + 1 }
    : { chunks: [...chunks, tail], tail: [item], length: length + 1 }
}

/** The item at `index`, counted from 0; undefined outside. */
export const itemAt = <A>(index: number, sequence: Sequence<A>): A | undefined => {
  const chunk = Math.floor(index / chunkLength)
  return chunk < sequence.chunks.length
    ? sequence.chunks[chunk]?.[index % chunkLength]
    : sequence.tail[index - sequence.chunks.length * chunkLength]
}

/** The sequence with `item` in the place of the one at `index`; unchanged outside. */
export const replaceAt = <A>(index: number, item: A, sequence: Sequence<A>): Sequence<A> => {
  const { chunks, tail, length } = sequence
  const chunk = Math.floor(index / chunkLength)
  const held = chunks[chunk]
  return held === undefined
    ? { chunks, tail: tail.with(index - chunks.length * chunkLength, item), length }
    : { chunks: chunks.with(chunk, held.with(index % chunkLength, item)), tail, length }
}

/** The items from `index` to the end, in order. */
export const itemsFrom = <A>(index: number, sequence: Sequence<A>): ReadonlyArray<A> => {
  const start = Math.max(0, Math.min(index, sequence.length))
  const first = Math.floor(start / chunkLength)
  const rest = [...sequence.chunks.slice(first), sequence.tail].flat()
  return rest.slice(start - Math.min(first, sequence.chunks.length) * chunkLength)
}

/** The sequence of these items. */
export const sequenceOf = <A>(items: ReadonlyArray<A>): Sequence<A> => {
  const start: Sequence<A> = emptySequence
  return items.reduce((sequence, item) => append(item, sequence), start)
}
