import * as E from 'fp-ts/lib/Either.js'
import { findSession, severalNamed, type SessionFile } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import type { SessionId } from '../../domain/ids.js'
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
  const lost = part.trim() === '' ? [] : await lostSessions(paths, part)
  const sessions = lost.map(({ session }) => session)
  return E.left(lostText(paths, part, sessions) ?? found.left.message)
}

const lostText = (
  paths: Paths,
  part: string,
  sessions: ReadonlyArray<SessionId>,
): string | undefined => {
  const [one, another] = sessions
  if (one === undefined) return undefined
  return another === undefined
    ? `The log of session ${one} ${logIs(logPath(paths, one))}; yoi verify ${one} says more.`
    : severalNamed(part, sessions, ', which have no log any more')
}
