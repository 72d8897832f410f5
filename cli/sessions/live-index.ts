import * as E from 'fp-ts/lib/Either.js'
import { withGuard } from '../../adapters/lock/kernel-guard.js'
import { logReader } from '../../adapters/log/read-groups.js'
import type { Paths } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { SessionId } from '../../domain/ids.js'
import type { LiveFacts } from '../../projections/live-sessions.js'
import { listEntries } from '../pod-registry.js'
import { writeLiveIndex } from './write-live-index.js'

/**
 * Makes live.json anew under the guard, with what the caller knows of its own session. Left: a
 * sentence; nothing depends on the file.
 */
export const refreshLiveIndex = async (
  paths: Paths,
  known: ReadonlyMap<SessionId, LiveFacts> = new Map(),
): Promise<E.Either<string, void>> => {
  const holder = `process ${process.pid}, writing live.json`
  const written = await withGuard(paths.scopeGuard, holder, () => rewrite(paths, known))()
  return E.isLeft(written) ? E.left(written.left.message) : written.right
}

const rewrite = async (
  paths: Paths,
  known: ReadonlyMap<SessionId, LiveFacts>,
): Promise<E.Either<string, void>> => {
  const entries = await listEntries(paths)
  if (E.isLeft(entries)) return entries
  const pods = entries.right.filter(({ read_only }) => read_only !== true)
  return E.right(await writeLiveIndex({ paths, reader: logReader(sha256), pods, known }))
}
