import type { Line, Style } from '../frame.js'
import { span } from '../frame.js'
import { clusters } from './clusters.js'
import { joined } from './joined.js'

/** The text in spans: the look of each cluster by the place, in UTF-16 units, where it begins. */
export const spansBy = (text: string, styleAt: (at: number) => Style): Line => {
  let at = 0
  const pieces = clusters(text).map((cluster) => {
    const style = styleAt(at)
    at += cluster.length
    return { text: cluster, style }
  })
  return joined(pieces).map(({ text: run, style }) => span(run, style))
}
