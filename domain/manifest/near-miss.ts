/** The word that was probably meant: the closest candidate within two slips of the keyboard. */
export const nearMiss = (word: string, candidates: ReadonlyArray<string>): string | undefined => {
  if (word.length > 40) return undefined
  const slipsMax = word.length < 5 ? 1 : 2
  return candidates
    .map((candidate) => ({ candidate, slips: slipsBetween(word.toLowerCase(), candidate) }))
    .filter(({ slips }) => slips <= slipsMax)
    .sort((a, b) => a.slips - b.slips)[0]?.candidate
}

// Levenshtein's distance with swapped neighbours as one slip, row by row.
const slipsBetween = (a: string, b: string): number => {
  const first = Array.from({ length: b.length + 1 }, (_, i) => i)
  const rows = [...a].reduce<Rows>((sum, _, i) => nextRows(sum, { a, b, i }), {
    last: first,
    beforeLast: first,
  })
  return rows.last.at(-1) ?? 0
}

type Rows = { readonly last: ReadonlyArray<number>; readonly beforeLast: ReadonlyArray<number> }

type At = { readonly a: string; readonly b: string; readonly i: number }

const nextRows = ({ last, beforeLast }: Rows, { a, b, i }: At): Rows => {
  const row = [...b].reduce<ReadonlyArray<number>>(
    (cells, _, j) => {
      const swapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      return [
        ...cells,
        Math.min(
          cellAt(cells, j) + 1,
          cellAt(last, j + 1) + 1,
          cellAt(last, j) + (a[i] === b[j] ? 0 : 1),
          swapped ? cellAt(beforeLast, j - 1) + 1 : Infinity,
        ),
      ]
    },
    [i + 1],
  )
  return { last: row, beforeLast: last }
}

const cellAt = (cells: ReadonlyArray<number>, at: number): number => cells[at] ?? Infinity
