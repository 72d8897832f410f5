import type { Seq } from '../../domain/ids.js'

/** Where each line of one log begins: 8 bytes a record, so that any page is found at once. */
export type LineStarts = {
  /** The next record begins at this byte. */
  readonly add: (offset: number) => void
  /** The byte where the line of a record begins; undefined for one that was never added. */
  readonly of: (seq: Seq) => number | undefined
  readonly count: () => number
}

/** An index without lines. */
export const lineStarts = (): LineStarts => {
  let starts = new Float64Array(initialLines)
  let count = 0
  return {
    add: (offset) => {
      if (count === starts.length) starts = doubled(starts)
      starts[count] = offset
      count += 1
    },
    of: (seq) => (seq < count ? starts[seq] : undefined),
    count: () => count,
  }
}

const initialLines = 256

const doubled = (starts: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(starts.length * 2)
  larger.set(starts)
  return larger
}
