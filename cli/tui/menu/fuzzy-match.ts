/** A text that can be searched: `key` in composed form (NFKC), `folded` without case and as long. */
export type Target = { readonly key: string; readonly folded: string }

/** Makes a text ready to be searched, so that what is written alike is found alike. */
export const targetOf = (text: string): Target => {
  const key = allAscii.test(text) ? text : text.normalize('NFKC')
  return { key, folded: foldCase(key) }
}

/**
 * How well a folded query is met by a text, higher is better: undefined when not all of it stands
 * there in its order. Best is what follows on itself and begins parts of a path, words, or humps.
 */
export const fuzzyScore = (query: string, target: Target): number | undefined => {
  if (query === '') return 0
  const end = isWithin(query, target.folded) ? bestEnd(query, target) : -1
  return end < 0 ? undefined : scratch.best[(query.length - 1) * target.folded.length + end]
}

/** The places in `key` that are met by the best score, ascending; none when it is not met. */
export const placesMet = (query: string, target: Target): ReadonlyArray<number> => {
  if (query === '' || !isWithin(query, target.folded)) return []
  const places = [bestEnd(query, target)]
  for (let row = query.length - 1; row > 0; row -= 1)
    places.unshift(scratch.from[row * target.folded.length + (places[0] ?? 0)] ?? -1)
  return places
}

const allAscii = /^[\x20-\x7e]*$/

// A letter whose small form is longer stays as it is: places in both forms must agree.
const foldCase = (text: string): string => {
  const folded = text.toLowerCase()
  if (folded.length === text.length) return folded
  const letters = Array.from(text, (char) => [char, char.toLowerCase()] as const)
  return letters.map(([char, low]) => (low.length === char.length ? low : char)).join('')
}

const metWorth = 4
const nameWorth = 2
const adjoiningWorth = 11
const gapCost = 1

// What it is worth to meet this place of a path whose last part begins there.
const worthAt = (key: string, at: number, nameStart: number): number =>
  metWorth + startWorth(key, at) + (at >= nameStart ? nameWorth : 0)

const startWorth = (key: string, at: number): number => {
  const before = at === 0 ? '/' : key.charAt(at - 1)
  if (before === '/') return 10
  if (before === '-' || before === '_' || before === '.' || before === ' ') return 6
  return isUpper(key.charCodeAt(at)) && !isUpper(key.charCodeAt(at - 1)) ? 5 : 0
}

const isUpper = (unit: number): boolean => unit >= 65 && unit <= 90

const isWithin = (query: string, text: string): boolean => {
  let at = -1
  for (let unit = 0; unit < query.length; unit += 1) {
    at = text.indexOf(query.charAt(unit), at + 1)
    if (at < 0) return false
  }
  return true
}

// For each unit of the query a row, for each place of the text the best score with the unit met
// there, and where the unit before it was. Kept between calls: a key may look at twenty thousand.
const scratch = { best: new Int32Array(4096), from: new Int32Array(4096) }

const none = -1_000_000

const bestEnd = (query: string, { key, folded }: Target): number => {
  const nameStart = key.lastIndexOf('/', key.length - 2) + 1
  const width = folded.length
  const cells = query.length * width
  if (scratch.best.length < cells) {
    scratch.best = new Int32Array(cells * 2)
    scratch.from = new Int32Array(cells * 2)
  }
  const { best } = scratch
  for (let row = 0; row < query.length; row += 1)
    fillRow({ unit: query.charCodeAt(row), start: row * width, key, folded, nameStart })
  const last = (query.length - 1) * width
  let end = -1
  let most = none
  for (let at = 0; at < width; at += 1)
    if ((best[last + at] ?? none) > most) {
      most = best[last + at] ?? none
      end = at
    }
  return end
}

type Row = Target & { readonly unit: number; readonly start: number; readonly nameStart: number }

const fillRow = ({ unit, start, key, folded, nameStart }: Row): void => {
  const { best, from } = scratch
  const width = folded.length
  const above = start - width
  let reached = none
  let reachedAt = -1
  for (let at = 0; at < width; at += 1) {
    const apart = at > 1 && start > 0 ? (best[above + at - 2] ?? none) : none
    if (apart > reached) {
      reached = apart
      reachedAt = at - 2
    }
    const beside = at > 0 && start > 0 ? (best[above + at - 1] ?? none) : none
    const isBeside = beside + adjoiningWorth >= reached - gapCost
    const sofar = start === 0 ? 0 : isBeside ? beside + adjoiningWorth : reached - gapCost
    const isMet = folded.charCodeAt(at) === unit && sofar >= none / 2
    best[start + at] = isMet ? sofar + worthAt(key, at, nameStart) : none
    from[start + at] = isBeside ? at - 1 : reachedAt
  }
}
