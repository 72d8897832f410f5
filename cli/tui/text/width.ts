import stringWidth from 'string-width'
import { clusters } from './clusters.js'

const known = new Map<string, number>()
const knownMax = 20_000
const allAscii = /^[\x20-\x7e]*$/

/** Columns of one grapheme cluster. Remembered, since measuring Japanese is slow. */
export const clusterWidth = (cluster: string): number => {
  if (allAscii.test(cluster)) return cluster.length
  const width = known.get(cluster) ?? stringWidth(cluster)
  if (known.size >= knownMax) known.clear()
  known.set(cluster, width)
  return width
}

/** Columns of a text. */
export const textWidth = (text: string): number =>
  allAscii.test(text) ? text.length : clustersWidth(clusters(text))

/** Columns of clusters side by side. */
export const clustersWidth = (all: ReadonlyArray<string>): number =>
  all.reduce((sum, cluster) => sum + clusterWidth(cluster), 0)
