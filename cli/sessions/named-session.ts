import * as E from 'fp-ts/lib/Either.js'
import { liveEntries } from '../../adapters/lock/live-entries.js'
import { findSession, type SessionFile, severalNamed } from '../../adapters/log/session-files.js'
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
  const known = lostText(paths, part, sessions) ?? (await unbegun(paths, part))
  return E.left(known ?? found.left.message)
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

// A Pod has the id of its session before the session has a log.
const unbegun = async (paths: Paths, part: string): Promise<string | undefined> => {
  const live = await liveEntries(paths.scopeLock)
  const wanted = part.trim().toLowerCase()
  if (E.isLeft(live) || wanted === '') return undefined
  const [holder, another] = live.right.filter(({ session }) => session.includes(wanted))
  return holder === undefined || another !== undefined
    ? undefined
    : `Session ${holder.session} of the live Pod ${holder.pod} has no record yet: its log begins with the first input.`
}
