import type { SessionId } from '../../domain/ids.js'
import type { ProjectorCache } from './projector-cache.js'

/** Keeps the files of many sessions current, one after the other. */
export type Keeper = {
  /** The log may have grown. */
  readonly changed: (session: SessionId) => void
  /** The log is gone. */
  readonly gone: (session: SessionId) => void
  /**
   * Looks again at the sessions that were left to a live Pod, and at one of those that could not be
   * followed; if that can be now, at all of them.
   */
  readonly lookAgain: () => void
  /** Ends after what is under way. */
  readonly close: () => Promise<void>
}

/**
 * Works through what changed, in order. A session that a live Pod holds is left to that Pod; `held`
 * tells which those are.
 */
export const keepCurrent = (
  projectors: ProjectorCache,
  held: () => Promise<Pick<ReadonlyMap<string, string>, 'has'>>,
): Keeper => {
  const waiting = new Set<SessionId>()
  const left = new Set<SessionId>()
  const failed = new Set<SessionId>()
  let working: Promise<void> | undefined

  // What is added while this runs is met by the same loop.
  const work = async (): Promise<void> => {
    const live = await held()
    for (const session of waiting) {
      waiting.delete(session)
      if (live.has(session)) left.add(session)
      else if (await projectors.of(session).advance()) succeeded(session, { waiting, failed })
      else failedAgain(session, failed)
    }
    working = undefined
  }
  const changed = (session: SessionId): void => {
    waiting.add(session)
    working ??= work()
  }
  const lookAgain = (): void => {
    const again = [...left]
    left.clear()
    // Not all, as each may cost a whole fold while a disk stays full.
    ;[...again, ...[...failed].slice(0, 1)].forEach(changed)
  }
  const gone = (session: SessionId): void => {
    waiting.delete(session)
    left.delete(session)
    failed.delete(session)
    void projectors.drop(session)
  }
  const close = async (): Promise<void> => {
    waiting.clear()
    await working
    await projectors.close()
  }
  return { changed, gone, lookAgain, close }
}

type Sets = { readonly waiting: Set<SessionId>; readonly failed: Set<SessionId> }

// What kept one from its work may be over for all.
const succeeded = (session: SessionId, { waiting, failed }: Sets): void => {
  if (failed.delete(session)) failed.forEach((other) => waiting.add(other) && failed.delete(other))
}

// Put behind the others, so that another one is the next to be tried.
const failedAgain = (session: SessionId, failed: Set<SessionId>): void => {
  failed.delete(session)
  failed.add(session)
}
