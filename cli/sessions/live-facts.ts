import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { readRegular } from '../../adapters/node/open-regular.js'
import { filesAgree } from '../../adapters/projector/files-agree.js'
import { followLog, isProblem, notFollowed } from '../../adapters/projector/follow-log.js'
import type { LogAndFolder } from '../../adapters/projector/log-holds.js'
import { decode } from '../../domain/decode.js'
import type { LogReader } from '../../domain/ports.js'
import type { Status } from '../../domain/protocol/status.js'
import { settle } from '../../domain/session/settle.js'
import type { State } from '../../domain/session/state.js'
import type { LiveFacts } from '../../projections/live-sessions.js'
import { previewOf, SessionLine } from '../../projections/session-line.js'
import { sessionView } from '../../projections/session-view.js'
import { type StatusFile, statusFile } from '../../projections/status-file.js'

/**
 * What live.json says of the session that the Pod with this pid holds. From its files where they
 * agree with the log, else from the log. A Pod that has not written yet shows the settled status.
 */
export const liveFacts = async (
  reader: LogReader,
  place: LogAndFolder,
  pid: number,
): Promise<LiveFacts> =>
  (await fromFiles(reader, place, pid)) ?? (await fromLog(reader, place, pid))

// Only where this very Pod has written: what was left behind by another is settled first.
const fromFiles = async (
  reader: LogReader,
  place: LogAndFolder,
  pid: number,
): Promise<LiveFacts | undefined> => {
  const checkpoint = await filesAgree(place, reader)
  const line = decode(SessionLine, checkpoint?.line)
  if (E.isLeft(line) || line.right.pid !== pid) return undefined
  const text = await readRegular(join(place.folder, 'status.json')).catch(() => undefined)
  // The checkpoint holds the digest of this text, so it is what statusText wrote.
  return text === undefined ? undefined : factsOf(line.right, JSON.parse(text) as StatusFile)
}

const fromLog = async (
  reader: LogReader,
  { log }: LogAndFolder,
  pid: number,
): Promise<LiveFacts> => {
  const outcome = await followLog({ reader, log, files: sessionView }, notFollowed(sessionView))
  const { line, state } = isProblem(outcome) ? sessionView.view.initial : outcome.state
  return factsOf(line, line.pid === pid ? statusFile(state) : settled(state))
}

const settled = (state: State): Pick<StatusFile, 'status' | 'turn'> => {
  const last = settle(state, 'crash').at(-1)
  if (last === undefined) return statusFile(state)
  const status: Status = last.type === 'TurnEnded' ? 'idle' : 'paused'
  return { status, turn: status === 'idle' ? null : statusFile(state).turn }
}

/** What is said of a session with this line and this status. */
export const factsOf = (
  line: SessionLine,
  { status, turn }: Pick<StatusFile, 'status' | 'turn'>,
): LiveFacts => ({
  cwd: line.cwd ?? null,
  updated: line.updated ?? null,
  status,
  turn,
  preview: previewOf(line.words),
})
