import * as E from 'fp-ts/lib/Either.js'
import type { Paths } from '../../../adapters/node/paths.js'
import { safeLine } from '../../../adapters/node/safe-line.js'
import { listEntries } from '../../pod-registry.js'

/** How many Pods run and how to stop them, in a sentence; nothing when none does. */
export const podsText = async (paths: Paths): Promise<string> => {
  const pods = await listEntries(paths)
  if (E.isLeft(pods) || pods.right.length === 0) return ''
  const names = pods.right.map(({ pod }) => safeLine(pod)).toSorted()
  const shown = names.length > 5 ? `${names.slice(0, 5).join(', ')}, …` : names.join(', ')
  const count = names.length === 1 ? '1 Pod runs' : `${names.length} Pods run`
  return `${count}: ${shown}. Stop one with: yoi ctl <pod> shutdown`
}
