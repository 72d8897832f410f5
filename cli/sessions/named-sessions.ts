import * as E from 'fp-ts/lib/Either.js'
import { findSession, type SessionFile, sessionFiles } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'

/** The session that `part` names, or all of them when nothing is named; else one sentence. */
export const namedSessions = async (
  paths: Paths,
  part: string | undefined,
): Promise<E.Either<string, ReadonlyArray<SessionFile>>> => {
  if (part === undefined) return sentence(await sessionFiles(paths.sessions)())
  const found = await findSession(paths.sessions, part)()
  return E.isLeft(found) ? sentence(found) : E.right([found.right])
}

const sentence = <A>(result: E.Either<{ readonly message: string }, A>): E.Either<string, A> =>
  E.isLeft(result) ? E.left(result.left.message) : result
