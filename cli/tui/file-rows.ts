import type { FileEntry } from './file-listing.js'
import { fuzzyMatch, type Met, targetOf } from './fuzzy-match.js'
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
  const withHidden = /(?:^|\/)\./.test(folded)
  // What lies in a folder is listed in the order of names.
  const byLength = !/(?:^|\/)$/.test(folded)
  const found: Found[] = []
  for (const entry of entries) {
    if (entry.isHidden && !withHidden) continue
    if (folded === '' && entry.depth > 0) break
    if (entry.folded === folded && entry.path.endsWith('/')) continue
    const met = fuzzyMatch(folded, entry)
    if (met !== undefined) found.push({ entry, met, score: scoreOf(folded, entry, met) })
  }
  return found
    .sort((a, b) => b.score - a.score || (byLength ? lengthOf(a) - lengthOf(b) : 0))
    .slice(0, rowsMax)
    .map(rowOf)
}

type Found = { readonly entry: FileEntry; readonly met: Met; readonly score: number }

const lengthOf = ({ entry }: Found): number => entry.path.length

// What goes on exactly as it was typed comes first, and of that what lies nearest.
const scoreOf = (folded: string, entry: FileEntry, { score }: Met): number =>
  entry.folded.startsWith(folded) ? score + 1000 - entry.depth * 10 : score - entry.depth

const rowOf = ({ entry: { path, key }, met }: Found): MenuRow => ({
  id: path,
  label: path,
  met: path === key ? met.at : [],
  detail: '',
})
