import { type Line, lineWidth, type Span, span, type Style } from '../frame.js'
import { clusters } from './clusters.js'
import { clusterWidth } from './width.js'

/**
 * Pieces of several looks as lines of at most `width` columns, cut between clusters wherever the
 * edge is: code keeps its columns. A cluster wider than a line shows as `?`. At least one line.
 */
export const hardWrap = (spans: Line, width: number): ReadonlyArray<Line> => {
  const columns = Math.max(1, width)
  if (lineWidth(spans) <= columns) return [spans]
  const rows: Span[][] = [[]]
  let used = 0
  for (const { text, style } of spans)
    for (const raw of clusters(text)) {
      const cluster = clusterWidth(raw) > columns ? '?' : raw
      const needs = clusterWidth(cluster)
      if (used + needs > columns) {
        rows.push([])
        used = 0
      }
      addTo(rows.at(-1) ?? [], cluster, style)
      used += needs
    }
  return rows
}

const addTo = (row: Span[], cluster: string, style: Style): void => {
  const last = row.at(-1)
  if (last?.style === style) row[row.length - 1] = { text: last.text + cluster, style }
  else row.push(span(cluster, style))
}
