import type { FileEntry } from './file-listing.js'
import { fuzzyScore, placesMet, targetOf } from './fuzzy-match.js'
import type { MenuRow } from './menu.js'

const rowsMax = 100

/**
 * The entries that a query meets, the best first and at most a hundred; of equals the least deep,
 * then the shortest. Hidden ones are met when a part of the query begins with a dot. Without a query
 * it is what lies in the folder itself.
 */
export const fileRows = (
  query: string,
  entries: ReadonlyArray<FileEntry>,
): ReadonlyArray<MenuRow> => {
  const { folded } = targetOf(query.replace(/^(?:\.\/)+/, ''))
  const found: Found[] = []
  for (const entry of entries) {
    const score = isOffered(folded, entry) ? scoreOf(folded, entry) : undefined
    if (score !== undefined) insert({ entry, score }, found)
  }
  return found.map(({ entry }) => rowOf(folded, entry))
}

type Found = { readonly entry: FileEntry; readonly score: number }

// A folder that is typed whole offers what lies in it, not itself.
const isOffered = (folded: string, { isHidden, depth, folded: own }: FileEntry): boolean => {
  if (isHidden && !folded.startsWith('.') && !folded.includes('/.')) return false
  return folded === '' ? depth === 0 : own !== folded || !own.endsWith('/')
}

// What goes on exactly as it was typed comes first, and of that what lies nearest. What lies in a
// folder is in the order of names, all else the shortest first.
const scoreOf = (folded: string, entry: FileEntry): number | undefined => {
  const score = fuzzyScore(folded, entry)
  if (score === undefined) return undefined
  const near = score - entry.depth - (/(?:^|\/)$/.test(folded) ? 0 : entry.path.length / 10_000)
  return entry.folded.startsWith(folded) ? near + 1000 - entry.depth * 9 : near
}

// Keeps the best, the best first; most of a long listing is dropped at the first comparison.
const insert = (one: Found, found: Found[]): void => {
  const last = found[rowsMax - 1]
  if (last !== undefined && last.score >= one.score) return
  let low = 0
  let high = found.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((found[middle]?.score ?? 0) >= one.score) low = middle + 1
    else high = middle
  }
  found.splice(low, 0, one)
  if (found.length > rowsMax) found.pop()
}

const rowOf = (folded: string, entry: FileEntry): MenuRow => ({
  id: entry.path,
  label: entry.path,
  met: entry.path === entry.key ? placesMet(folded, entry) : [],
  detail: '',
})
