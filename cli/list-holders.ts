import * as E from 'fp-ts/lib/Either.js'
import { liveEntries } from '../adapters/lock/live-entries.js'
import { holdsSession } from '../adapters/lock/pod-entry.js'
import { pathsFrom } from '../adapters/node/paths.js'
import type { ListHolders } from './sessions/held-sessions.js'
import { mendLiveIndex } from './sessions/mend-live-index.js'

/** The live Pods that hold a session, as the registry has them; asks no Pod and takes no lock. */
export const listHolders: ListHolders = (io) => async () => {
  const paths = pathsFrom(io.env)
  const entries = await liveEntries(paths.scopeLock)
  if (E.isRight(entries)) await mendLiveIndex(paths, entries.right)
  return E.isLeft(entries)
    ? E.left(entries.left.message)
    : E.right(entries.right.filter(holdsSession))
}
