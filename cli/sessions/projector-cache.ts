import type { Projector } from '../../adapters/projector/projector.js'
import type { SessionId } from '../../domain/ids.js'

/** Projectors by session. */
export type ProjectorCache = {
  readonly of: (session: SessionId) => Projector
  /** Forgets a session; waits for what its projector is doing. */
  readonly drop: (session: SessionId) => Promise<void>
  readonly close: () => Promise<void>
}

// The folds of the sessions used last stay in memory, so that an append to them costs what is new.
const projectorsKept = 16

/** Keeps the projectors that were used last and makes others when they are asked for. */
export const projectorCache = (make: (session: SessionId) => Projector): ProjectorCache => {
  const kept = new Map<SessionId, Projector>()

  const drop = async (session: SessionId): Promise<void> => {
    const projector = kept.get(session)
    kept.delete(session)
    await projector?.close()
  }
  const of = (session: SessionId): Projector => {
    const projector = kept.get(session) ?? make(session)
    kept.delete(session)
    kept.set(session, projector)
    const [oldest] = kept.keys()
    if (kept.size > projectorsKept && oldest !== undefined) void drop(oldest)
    return projector
  }
  const close = async (): Promise<void> => {
    await Promise.all([...kept.keys()].map(drop))
  }
  return { of, drop, close }
}
