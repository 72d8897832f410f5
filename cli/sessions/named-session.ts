import * as E from 'fp-ts/lib/Either.js'
import { findSession, severalNamed, type SessionFile } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import type { SessionId } from '../../domain/ids.js'
import { lostSessions } from './lost-sessions.js'

/** The session that an id, or a part of one, names; else one sentence, also of one whose log is gone. */
export const namedSession = async (
  paths: Paths,
  part: string,
): Promise<E.Either<string, SessionFile>> => {
  const found = await findSession(paths.sessions, part)()
  if (E.isRight(found)) return found
  const gone = part.trim() === '' ? [] : await lostSessions(paths, part)
  return E.left(
    goneText(
      part,
      gone.map(({ session }) => session),
    ) ?? found.left.message,
  )
}

const goneText = (part: string, sessions: ReadonlyArray<SessionId>): string | undefined => {
  const [one, another] = sessions
  if (one === undefined) return undefined
  return another === undefined
    ? `The log of session ${one} is gone; yoi verify ${one} says more.`
    : severalNamed(part, sessions, ', the logs of which are gone')
}
