import * as E from 'fp-ts/lib/Either.js'
import { type JsonlLog, jsonlLog } from '../../adapters/log/jsonl-log.js'
import { quarantineName } from '../../adapters/log/quarantine.js'
import type { Paths } from '../../adapters/node/paths.js'
import type { SessionId } from '../../domain/ids.js'
import type { LogProblem, TornTail } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'
import type { Timestamp } from '../../domain/time.js'
import { damageSentence, firstDamage } from '../sessions/damage.js'
import { nothingRead, type ReadSession, readSession } from './read-session.js'

/** A session's log, read whole and ready to be appended to. Nothing has been written by opening. */
export type OpenSession = ReadSession & {
  readonly log: JsonlLog
  /** The torn tail that the first append moves away, and the name it is kept under. */
  readonly tail?: TornTail & { readonly kept: string }
}

export type OpenPlace = {
  readonly paths: Paths
  readonly session: SessionId
  readonly path: string
  readonly at: Timestamp
}

/** A session that does not exist yet: its file is made by the first append. */
export const newSession = ({ paths, path }: OpenPlace): OpenSession => ({
  ...nothingRead(),
  log: jsonlLog({ path, quarantineFolder: paths.quarantine, size: 0 }),
})

/** Reads and checks a session's log. Left: where the first fault is, and what to do. */
export const openSession = async (
  place: OpenPlace,
  reader: LogReader,
): Promise<E.Either<string, OpenSession>> => {
  const read = await readSession(reader, place.path)
  return E.isLeft(read)
    ? E.left(await refusal(reader, place.path, read.left))
    : E.right(ready(place, read.right))
}

// Read once more, since only a damaged log pays for it.
const refusal = async (reader: LogReader, path: string, problem: LogProblem): Promise<string> =>
  damageSentence(path, (await firstDamage(reader, path)) ?? { problem, good: undefined })

/**
 * Takes the kernel's lock on the log of a session before anything is written, so that no other
 * process can. Left: a sentence that names the Pod which took the session last.
 */
export const holdSession = async (open: OpenSession): Promise<E.Either<string, OpenSession>> => {
  const failed = await open.log.hold()
  return failed === undefined ? E.right(open) : E.left(`${failed.message}${lastHolder(open)}`)
}

const lastHolder = ({ followed }: OpenSession): string => {
  const { state, line } = followed.state
  return state.pod === undefined
    ? ''
    : ` Pod ${state.pod.name} (pid ${line.pid}) was the last to take it.`
}

const ready = (place: OpenPlace, read: ReadSession): OpenSession => {
  const { paths, path, session, at } = place
  const { loaded, starts } = read
  const { tip, size } = loaded
  const tail =
    loaded.tail === undefined
      ? undefined
      : { ...loaded.tail, kept: quarantineName(session, size, at) }
  const known = { tip, size, starts, tail, isThere: true }
  const log = jsonlLog({ path, quarantineFolder: paths.quarantine, ...known })
  return tail === undefined ? { ...read, log } : { ...read, log, tail }
}
