/** A text that can be searched: `key` as it is, `folded` without case, both of one length. */
export type Target = { readonly key: string; readonly folded: string }

/** How well a text was met; higher is better. `at`: the places in its `key`, ascending. */
export type Met = { readonly score: number; readonly at: ReadonlyArray<number> }

/** The text in composed form (NFKC) and without case, so that written alike is found alike. */
export const targetOf = (text: string): Target => {
  const key = allAscii.test(text) ? text : text.normalize('NFKC')
  return { key, folded: foldCase(key) }
}

/**
 * Whether all of the query stands in the text, in its order: undefined when not. Best is what follows
 * on itself and begins parts of a path, words, or humps of camel case.
 */
export const fuzzyMatch = (query: string, target: Target): Met | undefined => {
  if (query === '') return { score: 0, at: [] }
  if (!isWithin(query, target.folded)) return undefined
  const rows = scoreRows(query, target)
  const last = rows.at(-1)?.best ?? []
  const end = last.indexOf(Math.max(...last))
  return { score: last[end] ?? 0, at: placesOf(rows, end) }
}

const allAscii = /^[\x20-\x7e]*$/

// A letter whose small form is longer stays as it is: places in both forms must agree.
const foldCase = (text: string): string => {
  const folded = text.toLowerCase()
  if (folded.length === text.length) return folded
  const letters = Array.from(text, (char) => [char, char.toLowerCase()] as const)
  return letters.map(([char, low]) => (low.length === char.length ? low : char)).join('')
}

const isWithin = (query: string, text: string): boolean => {
  let at = -1
  for (const unit of query.split('')) {
    at = text.indexOf(unit, at + 1)
    if (at < 0) return false
  }
  return true
}

/** For each place in the text: the best score of the query so far when its last sign stands there. */
type ScoreRow = { readonly best: ReadonlyArray<number>; readonly from: ReadonlyArray<number> }

const metScore = 4
const adjoiningScore = 8
const gapScore = -1

const scoreRows = (query: string, { key, folded }: Target): ReadonlyArray<ScoreRow> => {
  const nameStart = key.lastIndexOf('/', key.length - 2) + 1
  const rows: ScoreRow[] = []
  for (const unit of query.split('')) {
    const above = rows.at(-1)
    const best: number[] = []
    const from: number[] = []
    let reach = -1
    for (let at = 0; at < folded.length; at += 1) {
      const before = above?.best[at - 2] ?? none
      if (before > (above?.best[reach] ?? none)) reach = at - 2
      const adjoining = (above?.best[at - 1] ?? none) + adjoiningScore
      const apart = (above?.best[reach] ?? none) + gapScore
      const sofar = above === undefined ? 0 : Math.max(adjoining, apart)
      const isMet = folded[at] === unit && sofar > none / 2
      best.push(isMet ? sofar + metScore + placeScore(key, at, nameStart) : none)
      from.push(adjoining >= apart ? at - 1 : reach)
    }
    rows.push({ best, from })
  }
  return rows
}

const none = -1_000_000_000

const placesOf = (rows: ReadonlyArray<ScoreRow>, end: number): ReadonlyArray<number> =>
  rows.reduceRight<ReadonlyArray<number>>(
    (places, _, row) => [rows[row + 1]?.from[places[0] ?? 0] ?? end, ...places],
    [],
  )

const placeScore = (key: string, at: number, nameStart: number): number => {
  const inName = at >= nameStart ? 2 : 0
  const before = key[at - 1]
  if (before === undefined || before === '/') return inName + 10
  if (/[-_. ]/.test(before)) return inName + 6
  const isHump = isUpper(key[at] ?? '') && !isUpper(before)
  return isHump ? inName + 5 : inName
}

const isUpper = (char: string): boolean => char >= 'A' && char <= 'Z'
