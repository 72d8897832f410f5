import * as E from 'fp-ts/lib/Either.js'
import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import { loadManifest } from '../../../adapters/manifest/load-manifest.js'
import { canonicalScope } from '../../../adapters/tools/canonical-scope.js'
import { writeOverlap } from '../../../domain/scope/scope.js'
import { listEntries } from '../../pod-registry.js'
import type { ScreenWorld } from '../world.js'

/**
 * The live Pod that may write where a Pod of this folder would, by the manifests of today. Left: a
 * sentence, when these cannot be read. A registry that cannot be read is left to the Pod to say.
 */
export const folderHolder = async (
  { paths, io }: ScreenWorld,
  cwd: string,
): Promise<E.Either<string, PodEntry | undefined>> => {
  const resolved = await loadManifest({ env: io.env, cwd, paths, overlays: [] })()
  if (E.isLeft(resolved)) return resolved
  const entries = await listEntries(paths)
  if (E.isLeft(entries)) return E.right(undefined)
  const mine = await canonicalScope(resolved.right.manifest.scope)
  return E.right(entries.right.find(({ scope }) => writeOverlap(mine, scope) !== undefined))
}
