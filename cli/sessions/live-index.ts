import * as E from 'fp-ts/lib/Either.js'
import { withGuardFor } from '../../adapters/lock/kernel-guard.js'
import { holdsSession, type PodEntry } from '../../adapters/lock/pod-entry.js'
import { logReader } from '../../adapters/log/read-groups.js'
import type { Paths } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import type { LiveFacts } from '../../projections/live-sessions.js'
import { listEntries } from '../pod-registry.js'
import { isRowOf, type LiveRowRead, readLiveRows } from './live-rows.js'
import { writeLiveIndex } from './write-live-index.js'

/**
 * Makes live.json anew under the guard, with what the caller knows of its own session; waits for
 * the guard at most `waitMs`. Left: a sentence; nothing depends on the file.
 */
export const refreshLiveIndex = async (
  paths: Paths,
  known: ReadonlyMap<SessionId, LiveFacts> = new Map(),
  waitMs: number = limits.lockWaitMs,
): Promise<E.Either<string, void>> => {
  const holder = `process ${process.pid}, writing live.json`
  const written = await withGuardFor(waitMs)(paths.scopeGuard, holder, () =>
    rewrite(paths, known),
  )()
  return E.isLeft(written) ? E.left(written.left.message) : written.right
}

const isOf = (row: LiveRowRead) => (pod: PodEntry) => isRowOf(row, pod)

// Each Pod keeps its own row, so no other's log is read for it while the guard is held.
const rewrite = async (
  paths: Paths,
  own: ReadonlyMap<SessionId, LiveFacts>,
): Promise<E.Either<string, void>> => {
  const entries = await listEntries(paths)
  if (E.isLeft(entries)) return entries
  const pods = entries.right.filter(holdsSession)
  const rows = await readLiveRows(paths.liveIndex)
  const kept = rows.filter((row) => pods.some(isOf(row)))
  const known = new Map([...kept.map((row) => [row.session, row] as const), ...own])
  return E.right(await writeLiveIndex({ paths, reader: logReader(sha256), pods, known }))
}
