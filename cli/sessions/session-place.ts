import { join } from 'node:path'
import type { SessionFile } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import type { LogAndFolder } from '../../adapters/projector/log-holds.js'
import type { SessionId } from '../../domain/ids.js'

/** A session's log and the folder of its projections. */
export const sessionPlace = (
  paths: Paths,
  { session, path }: Pick<SessionFile, 'session' | 'path'>,
): LogAndFolder => ({ session, log: path, folder: join(paths.projections, session) })

/** Where the log of a session is, or would be. */
export const logPath = (paths: Paths, session: SessionId): string =>
  join(paths.sessions, `${session}.jsonl`)
