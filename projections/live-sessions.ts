import type { SessionId, TurnId } from '../domain/ids.js'
import type { Status } from '../domain/protocol/status.js'
import type { Timestamp } from '../domain/time.js'

/** A live Pod as the registry names it. */
export type LivePod = {
  readonly pod: string
  readonly session: SessionId
  readonly socket: string
  readonly pid: number
}

/** What the logs say of a session that may be live. */
export type LiveFacts = {
  readonly cwd: string | null
  readonly updated: Timestamp | null
  readonly status: Status
  readonly turn: TurnId | null
  readonly preview: string
}

export type LiveSession = LivePod & LiveFacts

/**
 * The rows of live.json, sorted by Pod name. A Pod whose session has no log yet is idle and empty;
 * a session without a Pod is no row.
 */
export const liveSessions = (
  pods: ReadonlyArray<LivePod>,
  facts: ReadonlyMap<SessionId, LiveFacts>,
): ReadonlyArray<LiveSession> =>
  pods
    .map(({ pod, session, socket, pid }) => ({
      pod,
      session,
      socket,
      pid,
      ...(facts.get(session) ?? nothingYet),
    }))
    .sort((a, b) => (a.pod < b.pod ? -1 : 1))

const nothingYet: LiveFacts = {
  cwd: null,
  updated: null,
  status: 'idle',
  turn: null,
  preview: '[empty]',
}

/** The text of live.json. */
export const liveText = (rows: ReadonlyArray<LiveSession>): string => `${JSON.stringify(rows)}\n`
