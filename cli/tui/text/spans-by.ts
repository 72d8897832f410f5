import { clusters } from './clusters.js'
import { type Line, type Span, span, type Style } from '../frame.js'

/** The text in spans: the look of each cluster by the place, in UTF-16 units, where it begins. */
export const spansBy = (text: string, styleAt: (at: number) => Style): Line => {
  const spans: Span[] = []
  let at = 0
  for (const cluster of clusters(text)) {
    const style = styleAt(at)
    const last = spans.at(-1)
    if (last?.style === style) spans[spans.length - 1] = span(last.text + cluster, style)
    else spans.push(span(cluster, style))
    at += cluster.length
  }
  return spans
}
