import { readFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { withGuard } from '../../adapters/lock/kernel-guard.js'
import type { PodEntry } from '../../adapters/lock/pod-entry.js'
import { loadLog } from '../../adapters/log/load-log.js'
import { logReader } from '../../adapters/log/read-groups.js'
import type { Paths } from '../../adapters/node/paths.js'
import { privateFolder } from '../../adapters/node/private-folder.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { writeAtomic } from '../../adapters/node/write-atomic.js'
import type { SessionId } from '../../domain/ids.js'
import { fold } from '../../domain/projection.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { settledView } from '../../domain/session/plan.js'
import { settle } from '../../domain/session/settle.js'
import type { Timestamp } from '../../domain/time.js'
import {
  type LiveFacts,
  type LiveSession,
  liveFacts,
  liveSessions,
  liveText,
} from '../../projections/live-sessions.js'
import { sessionLine } from '../../projections/session-line.js'
import { listEntries } from '../pod-registry.js'
import { logPath } from './session-place.js'

/**
 * Writes live.json anew from the registry: the given facts for the caller's own session, what the
 * file says for Pods that it has already, and the fold of the log for others. Left: a sentence.
 */
export const writeLiveIndex = async (
  paths: Paths,
  own: ReadonlyMap<SessionId, LiveFacts> = new Map(),
): Promise<E.Either<string, void>> => {
  const holder = `process ${process.pid}, writing live.json`
  const written = await withGuard(paths.scopeGuard, holder, () => rewrite(paths, own))()
  return E.isLeft(written) ? E.left(written.left.message) : written.right
}

const rewrite = async (
  paths: Paths,
  own: ReadonlyMap<SessionId, LiveFacts>,
): Promise<E.Either<string, void>> => {
  const entries = await listEntries(paths)
  if (E.isLeft(entries)) return entries
  const live = entries.right.filter(({ read_only }) => read_only !== true)
  const before = await readFile(paths.liveIndex, 'utf8').catch(() => '')
  const facts = await factsOf(live, { paths, known: new Map([...rowsIn(before), ...own]) })
  const text = liveText(liveSessions(live, facts))
  if (text === before) return E.right(undefined)
  await privateFolder(paths.projections)
  await writeAtomic(paths.liveIndex, text)
  return E.right(undefined)
}

type Known = { readonly paths: Paths; readonly known: ReadonlyMap<SessionId, LiveFacts> }

const factsOf = async (
  live: ReadonlyArray<PodEntry>,
  { paths, known }: Known,
): Promise<ReadonlyMap<SessionId, LiveFacts>> => {
  const facts = await Promise.all(
    live.map(async (entry) => {
      const { session } = entry
      return [session, known.get(session) ?? (await factsInLog(paths, entry))] as const
    }),
  )
  return new Map(facts)
}

const factsInLog = async (paths: Paths, { session, pid }: PodEntry): Promise<LiveFacts> => {
  const loaded = await loadLog(logReader(sha256), logPath(paths, session))()
  const records = E.isLeft(loaded) ? [] : loaded.right.records
  const state = evolveAll(records)
  const line = fold(sessionLine, records)
  const attached = records.findLast(({ type }) => type === 'PodAttached')
  const own = attached?.type === 'PodAttached' && attached.data.pid === pid
  // A Pod that has written nothing yet works on what its start settled.
  const prelude = own ? [] : settle(state, 'crash')
  return liveFacts(settledView(sha256, { state, prelude }, line.updated ?? noTime), line)
}

const noTime = '1970-01-01T00:00:00.000Z' as Timestamp

// Rows of Pods that have not changed since; a file that is no such list holds none.
const rowsIn = (text: string): ReadonlyMap<SessionId, LiveFacts> => {
  const parsed = E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => undefined,
  )
  const rows = E.isRight(parsed) && Array.isArray(parsed.right) ? parsed.right.filter(isRow) : []
  return new Map(rows.map(({ session, ...row }) => [session, row]))
}

const isRow = (u: unknown): u is LiveSession =>
  typeof u === 'object' && u !== null && 'session' in u && 'status' in u && 'preview' in u
