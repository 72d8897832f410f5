import * as E from 'fp-ts/lib/Either.js'
import { type SessionFile, sessionFiles } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import type { LogReader } from '../../domain/ports.js'
import { type SessionRow, sessionRow } from '../../projections/session-row.js'
import { readLine } from './read-line.js'
import { sessionPlace } from './session-place.js'

/** The rows of a list, and how many sessions there are in all. */
export type SessionList = { readonly rows: ReadonlyArray<SessionRow>; readonly total: number }

export type ListRequest = {
  readonly paths: Paths
  readonly reader: LogReader
  /** The names of live Pods by the session that they hold. */
  readonly pods: ReadonlyMap<string, string>
  /** Rows wanted; files of other sessions are not opened. */
  readonly limit: number
}

/** The sessions last used first, or one sentence when their folder cannot be read. */
export const listSessions = async (
  request: ListRequest,
): Promise<E.Either<string, SessionList>> => {
  const files = await sessionFiles(request.paths.sessions)()
  if (E.isLeft(files)) return E.left(files.left.message)
  const rows: SessionRow[] = []
  for (const file of files.right.slice(0, request.limit)) rows.push(await rowOf(request, file))
  return E.right({ rows, total: files.right.length })
}

/** The row of one session, read as far as it must be. */
export const rowOf = async (
  { paths, reader, pods }: Omit<ListRequest, 'limit'>,
  file: SessionFile,
): Promise<SessionRow> => {
  const read = await readLine(reader, sessionPlace(paths, file), file)
  return sessionRow(file.session, read, pods.get(file.session))
}
