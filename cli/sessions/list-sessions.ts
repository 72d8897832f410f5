import * as E from 'fp-ts/lib/Either.js'
import { type SessionFile, sessionFiles } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import { limits } from '../../domain/limits.js'
import type { LogReader } from '../../domain/ports.js'
import type { SessionLine } from '../../projections/session-line.js'
import {
  byUse,
  type ListedSession,
  sessionRow,
  usedMs,
  withGoneFolder,
} from '../../projections/session-row.js'
import type { Fate } from '../../projections/turn-fate.js'
import type { Holder } from './held-sessions.js'
import { inOrder } from './in-order.js'
import type { FolderLook } from './look-at-folders.js'
import { readLine } from './read-line.js'
import { sessionPlace } from './session-place.js'
import type { SessionList } from './sessions-text.js'

export type ListRequest = {
  readonly paths: Paths
  readonly reader: LogReader
  /** The live Pods by the session that they hold. */
  readonly pods: ReadonlyMap<string, Holder>
  /** Rows wanted; of others only those are opened that may have been used later. */
  readonly limit: number
  /** How the folders of the rows that are gone are found. */
  readonly look: () => FolderLook
}

/** The sessions last used first, or one sentence when their folder cannot be read. */
export const listSessions = async (
  request: ListRequest,
): Promise<E.Either<string, SessionList>> => {
  const look = request.look()
  try {
    const files = await sessionFiles(request.paths.sessions)()
    if (E.isLeft(files)) return E.left(files.left.message)
    const rows = await usedLast(request, files.right)
    return E.right({ rows: await withFolders(rows, look), total: files.right.length })
  } finally {
    look.close()
  }
}

// A session is used no later than its file is written: once no file that is left was written later
// than the last row was used, none of them belongs before it.
const usedLast = async (
  request: ListRequest,
  files: ReadonlyArray<SessionFile>,
): Promise<ReadonlyArray<ListedSession>> => {
  const { limit } = request
  const most = Math.min(files.length, limit + limits.listLooksOnMax)
  let rows = byUse(await rowsOf(request, files.slice(0, limit)))
  for (let from = limit; from < most; from += rowsAtOnce) {
    const last = rows[limit - 1]
    if (last !== undefined && usedMs(last) >= (files[from]?.mtimeMs ?? 0)) break
    const more = await rowsOf(request, files.slice(from, Math.min(most, from + rowsAtOnce)))
    rows = byUse([...rows, ...more]).slice(0, limit)
  }
  return rows
}

const rowsAtOnce = 16

/** The rows of these sessions, in the order of the files. */
export const rowsOf = (
  request: Omit<ListRequest, 'limit' | 'look'>,
  files: ReadonlyArray<SessionFile>,
): Promise<ReadonlyArray<ListedSession>> =>
  inOrder(files, limits.listReadsMax, (file) => rowOf(request, file))

/** The row of one session, read as far as it must be; its folder is not looked at. */
export const rowOf = async (
  { paths, reader, pods }: Omit<ListRequest, 'limit' | 'look'>,
  file: SessionFile,
): Promise<ListedSession> => {
  const read = await readLine(reader, sessionPlace(paths, file))
  const holder = pods.get(file.session)
  const { pod, used } = read.line
  const fate = fateUnder(holder, read.line)
  const more = {
    writtenMs: file.mtimeMs,
    ...(used === undefined ? {} : { used }),
    ...(fate === undefined ? {} : { fate }),
    ...(pod === undefined ? {} : { lastPod: pod }),
  }
  return { ...sessionRow(file.session, read, holder?.pod), more }
}

// A Pod that has written nothing yet does not run the turn that one before it left open.
const fateUnder = (holder: Holder | undefined, { fate, pid }: SessionLine): Fate | undefined =>
  fate === 'running' && holder !== undefined && pid !== undefined && pid !== holder.pid
    ? 'interrupted'
    : fate

// The folders used last only: there may be as many as there are sessions. A Pod that lives works
// where it was told to.
const withFolders = async (
  rows: ReadonlyArray<ListedSession>,
  look: FolderLook,
): Promise<ReadonlyArray<ListedSession>> => {
  const folders = new Set(rows.flatMap((row) => (isWhole(row) ? row.cwd : [])))
  const gone = await look.found([...folders].slice(0, limits.foldersLookedAtMax))
  return rows.map((row) => (isWhole(row) && gone.has(row.cwd) ? withGoneFolder(row) : row))
}

const isWhole = (row: ListedSession): row is ListedSession & { readonly cwd: string } =>
  row.problem === undefined && row.cwd !== null && !row.live
