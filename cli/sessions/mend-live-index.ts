import { holdsSession, type PodEntry } from '../../adapters/lock/pod-entry.js'
import type { Paths } from '../../adapters/node/paths.js'
import { isRowOf, readLiveRows } from './live-rows.js'

/**
 * Makes live.json anew when it lists others than these Pods: after a kill -9 nobody else does.
 * Whoever looks at the registry calls it; it waits for no one, and never rejects.
 */
export const mendLiveIndex = async (paths: Paths, pods: ReadonlyArray<PodEntry>): Promise<void> => {
  const rows = await readLiveRows(paths.liveIndex)
  const live = pods.filter(holdsSession)
  const isListed = live.every((pod) => rows.some((row) => isRowOf(row, pod)))
  if (isListed && rows.length === live.length) return
  // What makes it anew takes longer to load than a list may take.
  const { refreshLiveIndex } = await import('./live-index.js')
  await refreshLiveIndex(paths, undefined, 0)
}
