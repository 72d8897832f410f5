import type { SessionFile } from '../../adapters/log/session-files.js'
import { byUse, type ListedSession, usedMs } from '../../projections/session-row.js'
import { type ListRequest, rowsOf } from './list-sessions.js'
import { lookForSame } from './look-at-folders.js'

type Request = Pick<ListRequest, 'paths' | 'reader' | 'pods'>
type Placed = ListedSession & { readonly cwd: string }

/**
 * The session that a person used last in this folder, of files in the order of their last write; a
 * refused one too, so that nobody goes on with an older one unknowingly. A folder counts by whatever
 * path the session knows it.
 */
export const lastUsedHere = async (
  request: Request,
  files: ReadonlyArray<SessionFile>,
  folder: string,
): Promise<ListedSession | undefined> => {
  const known = new Map([[folder, true]])
  let best: ListedSession | undefined
  // Some at a time: it is most often among the first. What was written before the best one was used
  // was not used after it.
  for (let from = 0; from < files.length; from += sessionsAtOnce) {
    if (best !== undefined && usedMs(best) >= (files[from]?.mtimeMs ?? 0)) break
    const some = byUse(await rowsOf(request, files.slice(from, from + sessionsAtOnce)))
    const placed = some.filter(isPlaced)
    await learn(known, placed, folder)
    const found = placed.find(({ cwd }) => known.get(cwd) === true)
    best = laterUsed(best, found)
  }
  return best
}

const laterUsed = (
  a: ListedSession | undefined,
  b: ListedSession | undefined,
): ListedSession | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  return usedMs(b) > usedMs(a) ? b : a
}

const sessionsAtOnce = 32

const isPlaced = (row: ListedSession): row is Placed => row.cwd !== null

// Nothing has to be asked when the first of them knows the folder by this very path.
const learn = async (
  known: Map<string, boolean>,
  rows: ReadonlyArray<Placed>,
  folder: string,
): Promise<void> => {
  const first = rows.findIndex(({ cwd }) => known.get(cwd) === true)
  const before = first === -1 ? rows : rows.slice(0, first)
  const asked = new Set(before.flatMap(({ cwd }) => (known.has(cwd) ? [] : cwd)))
  if (asked.size === 0) return
  const look = lookForSame(folder)
  const same = await look.found([...asked])
  look.close()
  for (const cwd of asked) known.set(cwd, same.has(cwd))
}
