import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import type { SessionFile } from '../../adapters/log/session-files.js'
import { isFolder } from '../../adapters/node/is-folder.js'
import type { Paths } from '../../adapters/node/paths.js'
import { safeLine } from '../../adapters/node/safe-line.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { SessionId } from '../../domain/ids.js'
import { namedSession } from '../sessions/named-session.js'
import { readLine } from '../sessions/read-line.js'
import { sessionPlace } from '../sessions/session-place.js'

/** The session that a Pod will serve, before anything of it is held. */
export type SessionChoice = {
  readonly session: SessionId
  readonly path: string
  /** The folder that the Pod works in. */
  readonly cwd: string
  /** The folder that the session was begun in, when that is another one. */
  readonly begunIn?: string
  readonly isNew: boolean
}

export type ChoiceParts = {
  readonly paths: Paths
  /** Names a session that is there; a new one is made when left out. */
  readonly session?: string
  readonly newSession: SessionId
  /** The folder asked for by `--cwd`. */
  readonly askedFolder?: string
  /** The folder that the command was called in. */
  readonly here: string
}

/** Finds the session and its folder. Left: a sentence. */
export const chooseSession = async (
  parts: ChoiceParts,
): Promise<E.Either<string, SessionChoice>> => {
  const { paths, newSession, session } = parts
  if (session === undefined) {
    const path = join(paths.sessions, `${newSession}.jsonl`)
    return E.right({ session: newSession, path, cwd: parts.askedFolder ?? parts.here, isNew: true })
  }
  const found = await namedSession(paths, session)
  if (E.isLeft(found)) return found
  const folder = await folderOf(found.right, parts)
  const { session: id, path } = found.right
  return E.map((place: Place) => ({ session: id, path, ...place, isNew: false }))(folder)
}

type Place = Pick<SessionChoice, 'cwd' | 'begunIn'>

// A session goes on in its own folder, the one where it went on last; another has to be asked for.
const folderOf = async (
  file: SessionFile,
  { paths, askedFolder, here }: ChoiceParts,
): Promise<E.Either<string, Place>> => {
  const { path, session } = file
  const begunIn = await firstFolder(path)
  if (begunIn === undefined) return E.right({ cwd: askedFolder ?? here })
  const own = (await readLine(logReader(sha256), sessionPlace(paths, file))).line.cwd ?? begunIn
  if (askedFolder === undefined && !(await isFolder(own))) return E.left(goneText(own, session))
  const cwd = askedFolder ?? own
  return E.right(cwd === begunIn ? { cwd } : { cwd, begunIn })
}

const goneText = (folder: string, session: SessionId): string =>
  `The session's folder ${safeLine(folder)} is gone: name another one with --cwd, as in ` +
  `yoi --session ${session} --cwd DIR; yoi run takes both as well`

const firstFolder = async (path: string): Promise<string | undefined> => {
  for await (const reading of logReader(sha256).read(path, { onProblem: 'stop' })) {
    const line = reading.type === 'group' ? reading.lines[0] : undefined
    const started = line?.known === true ? line.record : undefined
    return started?.type === 'SessionStarted' ? started.data.cwd : undefined
  }
  return undefined
}
