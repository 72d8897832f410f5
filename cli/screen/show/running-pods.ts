import * as E from 'fp-ts/lib/Either.js'
import type { Paths } from '../../../adapters/node/paths.js'
import { safeLine } from '../../../adapters/node/safe-line.js'
import { listEntries } from '../../pod-registry.js'

/** The names of the Pods that run, safe to print; none when the registry cannot be read. */
export const runningPods = async (paths: Paths): Promise<ReadonlyArray<string>> => {
  const pods = await listEntries(paths)
  return E.isLeft(pods) ? [] : pods.right.map(({ pod }) => safeLine(pod))
}
