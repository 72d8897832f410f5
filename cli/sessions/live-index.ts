import { readFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { withGuardFor } from '../../adapters/lock/kernel-guard.js'
import type { PodEntry } from '../../adapters/lock/pod-entry.js'
import { logReader } from '../../adapters/log/read-groups.js'
import type { Paths } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { decode } from '../../domain/decode.js'
import type { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import type { LiveFacts } from '../../projections/live-sessions.js'
import { listEntries } from '../pod-registry.js'
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

/**
 * Makes live.json anew when it lists others than these Pods: after a kill -9 nobody else does.
 * Whoever looks at the registry calls it; it waits for no one, and never rejects.
 */
export const mendLiveIndex = async (paths: Paths, pods: ReadonlyArray<PodEntry>): Promise<void> => {
  const listed = await readFile(paths.liveIndex, 'utf8').catch(() => '[]')
  if (namesOf(rowsIn(listed)) !== namesOf(pods.filter(holdsSession)))
    await refreshLiveIndex(paths, undefined, 0)
}

type Row = { readonly pod: string; readonly pid: number; readonly session: string }

const rowsIn = (text: string): ReadonlyArray<Row> | undefined => {
  try {
    const rows = decode(Rows, JSON.parse(text))
    return E.isRight(rows) ? rows.right : undefined
  } catch {
    return undefined
  }
}

const Rows = t.readonlyArray(t.type({ pod: t.string, pid: t.number, session: t.string }), 'rows')

// Nothing where the file is no list: it is then not that of any Pods.
const namesOf = (rows: ReadonlyArray<Row> | undefined): string | undefined =>
  rows
    ?.map(({ pod, pid, session }) => JSON.stringify([pod, pid, session]))
    .toSorted()
    .join()

const holdsSession = ({ read_only }: PodEntry): boolean => read_only !== true

const rewrite = async (
  paths: Paths,
  known: ReadonlyMap<SessionId, LiveFacts>,
): Promise<E.Either<string, void>> => {
  const entries = await listEntries(paths)
  if (E.isLeft(entries)) return entries
  const pods = entries.right.filter(holdsSession)
  return E.right(await writeLiveIndex({ paths, reader: logReader(sha256), pods, known }))
}
