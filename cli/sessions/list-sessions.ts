import * as E from 'fp-ts/lib/Either.js'
import { type SessionFile, sessionFiles } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import { limits } from '../../domain/limits.js'
import type { LogReader } from '../../domain/ports.js'
import { type ListedSession, sessionRow, withGoneFolder } from '../../projections/session-row.js'
import type { FolderLook } from './look-at-folders.js'
import { inOrder } from './in-order.js'
import { readLine } from './read-line.js'
import { sessionPlace } from './session-place.js'

/** The rows of a list, and how many sessions there are in all. */
export type SessionList = { readonly rows: ReadonlyArray<ListedSession>; readonly total: number }

export type ListRequest = {
  readonly paths: Paths
  readonly reader: LogReader
  /** The names of live Pods by the session that they hold. */
  readonly pods: ReadonlyMap<string, string>
  /** Rows wanted; files of other sessions are not opened. */
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
    const shown = files.right.slice(0, request.limit)
    const rows = await rowsOf(request, shown)
    return E.right({ rows: await withFolders(rows, look), total: files.right.length })
  } finally {
    look.close()
  }
}

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
  const { pod } = read.line
  const more = { writtenMs: file.mtimeMs, ...(pod === undefined ? {} : { lastPod: pod }) }
  return { ...sessionRow(file.session, read, pods.get(file.session)), more }
}

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
