import type { OutputCut } from '../../domain/tool/outcome.js'

/** Collects lines until their text has `bytesMax` bytes; counts what comes after. */
export type Listing = {
  readonly add: (line: string) => void
  readonly done: () => { readonly lines: ReadonlyArray<string>; readonly cut?: OutputCut }
}

/** An empty listing. Lines are kept whole or left out. */
export const listing = (bytesMax: number): Listing => {
  const lines: string[] = []
  let used = 0
  let leftOut = 0
  return {
    add: (line) => {
      const size = Buffer.byteLength(line) + 1
      if (leftOut > 0 || used + size > bytesMax) leftOut += size
      else {
        lines.push(line)
        used += size
      }
    },
    done: () => ({ lines, ...(leftOut === 0 ? {} : { cut: { bytes: leftOut } }) }),
  }
}
