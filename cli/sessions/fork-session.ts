import * as E from 'fp-ts/lib/Either.js'
import { jsonlLog } from '../../adapters/log/jsonl-log.js'
import type { SessionFile } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Event } from '../../domain/event/event.js'
import type { ForkPoint } from '../../domain/event/session.js'
import type { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { seal } from '../../domain/log/seal.js'
import type { LogFailure, LogReader } from '../../domain/ports.js'
import { forkOf } from '../../domain/session/fork.js'
import type { Timestamp } from '../../domain/time.js'
import { type ForkRefusal, foldUpTo } from './fold-up-to.js'
import { logPath } from './session-place.js'

/** What a fork is made of. `at` names a record; the last one when left out. */
export type ForkRequest = {
  readonly paths: Paths
  readonly origin: SessionFile
  readonly at: number | undefined
  /** The id and the time of the session that begins. */
  readonly session: SessionId
  readonly now: Timestamp
}

/** A session that was begun by a fork. */
export type ForkedSession = {
  readonly session: SessionId
  readonly log: string
  readonly forked_from: ForkPoint
  /** Items of the conversation that it took along. */
  readonly items: number
  /** Inputs and news that waited in the origin then, and wait there still. */
  readonly left_waiting: number
}

/**
 * Begins a session with the conversation of another one as it stood at a record. The new log is
 * durable when this resolves; not a byte of the origin is changed. Left: a sentence, and no file.
 */
export const forkSession = async (
  reader: LogReader,
  request: ForkRequest,
): Promise<E.Either<ForkRefusal, ForkedSession>> => {
  const { origin, at, session } = request
  const folded = await foldUpTo(reader, origin.path, at)
  if (E.isLeft(folded)) return folded
  const from: ForkPoint = { session: origin.session, ...folded.right.at }
  const { state } = folded.right
  const event = forkOf(state, { session, from })
  if (event === undefined)
    return refuse(`${origin.path} is not a log of yoi: it does not begin with SessionStarted.`)
  const log = await begun(request, event)
  if (E.isLeft(log)) return log
  const items = event.data.conversation?.length ?? 0
  const left_waiting = state.inbox.inputs.length + state.inbox.news.length
  return E.right({ session, log: log.right, forked_from: from, items, left_waiting })
}

const begun = async (
  { paths, session, now }: ForkRequest,
  event: Event,
): Promise<E.Either<ForkRefusal, string>> => {
  const lines = seal(sha256)([event], undefined, now).map(({ line }) => line)
  if (lines.some((line) => Buffer.byteLength(line) > limits.lineBytesMax))
    return refuse('The conversation does not fit into one record; fork at an earlier one.')
  const path = logPath(paths, session)
  const log = jsonlLog({ path, quarantineFolder: paths.quarantine, size: 0 })
  const written = await log.append(lines)()
  await log.close()
  return E.isLeft(written) ? refuse(notBegun(written.left)) : E.right(path)
}

const notBegun = ({ message }: LogFailure): string =>
  `${message} No session was begun: fork again then.`

const refuse = (sentence: string): E.Either<ForkRefusal, never> =>
  E.left({ sentence, damaged: false })
