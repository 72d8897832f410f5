import * as E from 'fp-ts/lib/Either.js'
import { holdsSession, type PodEntry } from '../../../adapters/lock/pod-entry.js'
import type { SessionId } from '../../../domain/ids.js'
import { listEntries } from '../../pod-registry.js'
import type { ScreenWorld } from '../world.js'

/** The live Pod that holds a session, if one does. */
export const holderOf = async (
  { paths }: Pick<ScreenWorld, 'paths'>,
  { session }: { readonly session: SessionId },
): Promise<PodEntry | undefined> => {
  const entries = await listEntries(paths)
  return E.isLeft(entries)
    ? undefined
    : entries.right.find((entry) => entry.session === session && holdsSession(entry))
}
