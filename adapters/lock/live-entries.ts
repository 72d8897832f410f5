import * as E from 'fp-ts/lib/Either.js'
import { holderState } from './holder.js'
import type { PodEntry } from './pod-entry.js'
import { readRegistry } from './registry-file.js'
import { type RegistryRefusal, unreadable } from './registry-refusal.js'

/** The entries of a registry; the Left says that they cannot be read. */
export type EntriesRead = E.Either<RegistryRefusal, ReadonlyArray<PodEntry>>

/** The entries of the registry in this file that are not of dead processes. Takes no lock. */
export const liveEntries = async (path: string): Promise<EntriesRead> => {
  const all = await allEntries(path)
  return E.isLeft(all) ? all : E.right(all.right.filter(mayLive))
}

/** All entries of the registry in this file, as they stand there. */
export const allEntries = async (path: string): Promise<EntriesRead> => {
  const read = await readRegistry(path)
  return E.isLeft(read) ? E.left(unreadable(path, read.left)) : read
}

/** Whether the process of an entry runs, or may run on another host. */
export const mayLive = (entry: PodEntry): boolean => holderState(entry) !== 'dead'
