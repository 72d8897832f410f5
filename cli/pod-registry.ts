import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import * as E from 'fp-ts/lib/Either.js'
import { processMark } from '../adapters/lock/holder.js'
import type { PodEntry } from '../adapters/lock/pod-entry.js'
import { type Conflict, podRegistry } from '../adapters/lock/registry.js'
import type { Paths } from '../adapters/node/paths.js'
import { canonicalScope } from '../adapters/tools/canonical-scope.js'
import type { SessionId } from '../domain/ids.js'
import { type Scope, writeOverlap } from '../domain/scope/scope.js'

/** A Pod that wants to be entered. */
export type Entrant = {
  readonly pod: string
  readonly session: SessionId
  readonly socket: string
  readonly scope: Scope
  /** It shows the session and holds nothing. */
  readonly readOnly: boolean
}

/** Enters this process as a Pod. Left: a sentence that names who stands in the way. */
export const enterPod = async (paths: Paths, entrant: Entrant): Promise<E.Either<string, void>> => {
  const { allow, deny } = await canonicalScope(entrant.scope)
  const { pod, session, socket, readOnly } = entrant
  const entry: PodEntry = {
    pod,
    ...processMark(process.pid),
    host: hostname(),
    socket,
    session,
    scope: readOnly ? { allow: [], deny: [] } : { allow, deny },
    parent: null,
    delegated: [],
    ...(readOnly ? { read_only: true } : {}),
  }
  const entered = await podRegistry(paths).register(entry, overlap)()
  return E.isLeft(entered) ? E.left(entered.left.message) : entered
}

const overlap: Conflict = (mine, theirs) => {
  const shared = writeOverlap(mine.scope, theirs.scope)
  if (shared === undefined) return undefined
  return shared.mine === shared.theirs
    ? `Another Pod writes in ${shared.mine}, and only one may.`
    : `This Pod would write in ${shared.mine}, which overlaps with ${shared.theirs}.`
}

/** Takes this process's Pod out again; one that is not there is no trouble. */
export const leavePod = async (paths: Paths, pod: string): Promise<void> => {
  await podRegistry(paths).release(pod, process.pid)()
}

/** Whether there is a registry; where a Pod was entered and none is left, its home was deleted. */
export const hasRegistry = ({ scopeLock }: Paths): boolean => existsSync(scopeLock)

/** The live Pods. Left: a sentence. */
export const listEntries = async (
  paths: Paths,
): Promise<E.Either<string, ReadonlyArray<PodEntry>>> => {
  const pods = await podRegistry(paths).listPods()()
  return E.isLeft(pods) ? E.left(pods.left.message) : pods
}

/** The live Pod of this name, if there is one. Left: a sentence. */
export const findPod = async (
  paths: Paths,
  name: string,
): Promise<E.Either<string, PodEntry | undefined>> => {
  const found = await podRegistry(paths).lookupName(name.normalize('NFC'))()
  return E.isLeft(found) ? E.left(found.left.message) : found
}
