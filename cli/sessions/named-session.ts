import * as E from 'fp-ts/lib/Either.js'
import { findSession, type SessionFile } from '../../adapters/log/session-files.js'
import { liveEntries } from '../../adapters/lock/live-entries.js'
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
  if (lost === undefined) return E.left((await unbegun(paths, part)) ?? found.left.message)
  return E.left(
    `The log of session ${lost.session} ${logIs(logPath(paths, lost.session))}; yoi verify ${lost.session} says more.`,
  )
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
