import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { holderState } from './holder.js'
import { withGuardFor } from './kernel-guard.js'
import { allEntries, type EntriesRead, liveEntries, mayLive } from './live-entries.js'
import { holdsSession, type PodEntry } from './pod-entry.js'
import { writeRegistry } from './registry-file.js'
import { nameInUse, type RegistryRefusal, scopeConflict, sessionInUse } from './registry-refusal.js'

/** What is wrong with two Pods beside each other, as a sentence; undefined when nothing is. */
export type Conflict = (mine: PodEntry, theirs: PodEntry) => string | undefined

/** The live Pods of this user. Lookups take no lock and write nothing; dead Pods are left out. */
export type PodRegistry = {
  /**
   * Enters a Pod, in one critical section with all checks: session, name, then `conflict` with
   * each. Entries of dead processes are dropped on the way. Durable when it resolves.
   */
  readonly register: (entry: PodEntry, conflict: Conflict) => TaskEither<RegistryRefusal, void>
  /** Takes this process's own entry out; content when it is not there. */
  readonly release: (pod: string, pid: number) => TaskEither<RegistryRefusal, void>
  readonly lookupName: (pod: string) => TaskEither<RegistryRefusal, PodEntry | undefined>
  readonly lookupSession: (session: SessionId) => TaskEither<RegistryRefusal, PodEntry | undefined>
  readonly listPods: () => TaskEither<RegistryRefusal, ReadonlyArray<PodEntry>>
}

/** Where the registry and its guard lie, and how long to wait for the guard. */
export type RegistryPlace = {
  readonly scopeLock: string
  readonly scopeGuard: string
  readonly waitMs?: number
}

/** The registry of live Pods in `scopeLock`, changed only under the kernel's lock. */
export const podRegistry = (place: RegistryPlace): PodRegistry => ({
  register: (entry, conflict) =>
    change(place, entry, (live) => admit(place.scopeLock, live, { entry, conflict })),
  release: (pod, pid) =>
    change(place, { pod, pid }, (live) => E.right(live.filter((e) => !isOwn(e, pod, pid)))),
  lookupName: (pod) => find(place, (entry) => entry.pod === pod),
  lookupSession: (session) =>
    find(place, (entry) => holdsSession(entry) && entry.session === session),
  listPods: () => () => liveEntries(place.scopeLock),
})

type Pods = ReadonlyArray<PodEntry>

const change =
  (
    { scopeLock, scopeGuard, waitMs = limits.lockWaitMs }: RegistryPlace,
    { pod, pid }: Pick<PodEntry, 'pod' | 'pid'>,
    decide: (live: Pods) => EntriesRead,
  ): TaskEither<RegistryRefusal, void> =>
  async () => {
    const holder = `Pod ${pod} (pid ${pid})`
    const done = await withGuardFor(waitMs)(scopeGuard, holder, () => rewrite(scopeLock, decide))()
    return E.isLeft(done) ? done : done.right
  }

// Written only when something changes, so that a refusal leaves no trace.
const rewrite = async (
  path: string,
  decide: (live: Pods) => EntriesRead,
): Promise<E.Either<RegistryRefusal, void>> => {
  const before = await allEntries(path)
  const pods = E.isLeft(before) ? before : decide(before.right.filter(mayLive))
  if (E.isLeft(before) || E.isLeft(pods)) return E.map(() => undefined)(pods)
  if (!isSame(before.right, pods.right)) await writeRegistry(path, pods.right)
  return E.right(undefined)
}

const isSame = (before: Pods, after: Pods): boolean =>
  before.length === after.length && before.every((entry, index) => entry === after[index])

type Candidate = { readonly entry: PodEntry; readonly conflict: Conflict }

// One that would only show a session is kept from it too while another writes it.
const admit = (path: string, live: Pods, { entry, conflict }: Candidate): EntriesRead => {
  const session = live.find((other) => holdsSession(other) && other.session === entry.session)
  if (session !== undefined) return E.left(sessionInUse(path, session))
  const name = live.find((other) => other.pod === entry.pod)
  if (name !== undefined) return E.left(nameInUse(path, name))
  for (const other of live) {
    const why = conflict(entry, other)
    if (why !== undefined) return E.left(scopeConflict(path, other, why))
  }
  return E.right([...live, entry])
}

const isOwn = (entry: PodEntry, pod: string, pid: number): boolean =>
  entry.pod === pod && entry.pid === pid && holderState(entry) === 'live'

const find =
  (
    { scopeLock }: RegistryPlace,
    wanted: (entry: PodEntry) => boolean,
  ): TaskEither<RegistryRefusal, PodEntry | undefined> =>
  async () => {
    const live = await liveEntries(scopeLock)
    return E.isLeft(live) ? live : E.right(live.right.find(wanted))
  }
