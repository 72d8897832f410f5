import * as E from 'fp-ts/lib/Either.js'
import { findSession, type SessionFile } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import { logIs } from './log-is.js'
import { lostSessions } from './lost-sessions.js'
import { logPath } from './session-place.js'

/** The session that an id, or a part of one, names; else one sentence, also of one whose log is gone. */
export const namedSession = async (
  paths: Paths,
  part: string,
): Promise<E.Either<string, SessionFile>> => {
  const found = await findSession(paths.sessions, part)()
  if (E.isRight(found)) return found
  const [lost] = part.trim() === '' ? [] : await lostSessions(paths, part)
  return E.left(
    lost === undefined
      ? found.left.message
      : `The log of session ${lost.session} ${logIs(logPath(paths, lost.session))}; yoi verify ${lost.session} says more.`,
  )
}
