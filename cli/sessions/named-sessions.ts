import * as E from 'fp-ts/lib/Either.js'
import { type SessionFile, sessionFiles } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import { namedSession } from './named-session.js'

/** The session that `part` names, or all of them when nothing is named; else one sentence. */
export const namedSessions = async (
  paths: Paths,
  part: string | undefined,
): Promise<E.Either<string, ReadonlyArray<SessionFile>>> => {
  if (part !== undefined)
    return E.map((found: SessionFile) => [found])(await namedSession(paths, part))
  const files = await sessionFiles(paths.sessions)()
  return E.isLeft(files) ? E.left(files.left.message) : files
}
