import { clusters } from './clusters.js'
import { clusterWidth } from './width.js'

/** The longest beginning of the text that fits in `columns`, cut between clusters. */
export const takeColumns = (text: string, columns: number): string => {
  const kept: string[] = []
  let left = columns
  for (const cluster of clusters(text)) {
    left -= clusterWidth(cluster)
    if (left < 0) break
    kept.push(cluster)
  }
  return kept.join('')
}

/** The longest end of the text that fits in `columns`, cut between clusters. */
export const takeLastColumns = (text: string, columns: number): string => {
  const all = clusters(text)
  let left = columns
  let first = all.length
  while (first > 0) {
    left -= clusterWidth(all[first - 1] ?? '')
    if (left < 0) break
    first -= 1
  }
  return all.slice(first).join('')
}
