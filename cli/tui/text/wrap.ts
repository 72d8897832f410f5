import { clusters } from './clusters.js'
import { safeText } from './safe-text.js'
import { clusterWidth } from './width.js'

const known = new Map<string, ReadonlyArray<string>>()
const knownCharsMax = 4_000_000
const state = { chars: 0 }

/**
 * The text as lines of at most `width` columns, made safe, cut between clusters and, where there is
 * one near, after a space. Always at least one line. A cluster wider than the line shows as `?`.
 */
export const wrapText = (text: string, width: number): ReadonlyArray<string> =>
  safeText(text)
    .split('\n')
    .flatMap((line) => wrapKnown(line, Math.max(1, width)))

const wrapKnown = (line: string, width: number): ReadonlyArray<string> => {
  if (line.length <= width && /^[\x20-\x7e]*$/.test(line)) return [line]
  const key = `${width}:${line}`
  const wrapped = known.get(key) ?? wrapLine(line, width)
  remember(key, wrapped)
  return wrapped
}

// Streaming wraps the same paragraphs again and again; only the growing one is new each time.
const remember = (key: string, wrapped: ReadonlyArray<string>): void => {
  if (known.has(key)) return
  if (state.chars + key.length > knownCharsMax) {
    known.clear()
    state.chars = 0
  }
  known.set(key, wrapped)
  state.chars += key.length
}

const wrapLine = (line: string, width: number): ReadonlyArray<string> =>
  /^[\x20-\x7e]*$/.test(line) ? wrapAscii(line, width) : wrapClusters(line, width)

// The same lines as below, by slices: plain text is by far the most of what streams.
const wrapAscii = (line: string, width: number): ReadonlyArray<string> => {
  const lines: string[] = []
  let start = 0
  while (line.length - start > width) {
    const end = start + width
    const word = end - line.lastIndexOf(' ', end - 1) - 1
    const movable = word > 0 && word <= width / 2 && word < width - 1
    const next = movable ? end - word : end
    lines.push(line.slice(start, next))
    start = next
  }
  lines.push(line.slice(start))
  return lines
}

const wrapClusters = (line: string, width: number): ReadonlyArray<string> => {
  const lines: string[] = []
  let current: string[] = []
  let columns = 0
  for (const raw of clusters(line)) {
    const cluster = clusterWidth(raw) > width ? '?' : raw
    if (columns + clusterWidth(cluster) > width) {
      const rest = takeLastWord(current, width)
      lines.push(current.join(''))
      current = rest
      columns = rest.reduce((sum, one) => sum + clusterWidth(one), 0)
    }
    current.push(cluster)
    columns += clusterWidth(cluster)
  }
  lines.push(current.join(''))
  return lines
}

// Moves an unfinished word to the next line when it is shorter than half a line.
const takeLastWord = (current: string[], width: number): string[] => {
  const space = current.lastIndexOf(' ')
  const wordLength = current.length - space - 1
  const movable = space > 0 && wordLength > 0 && wordLength <= width / 2
  return movable && current.slice(space + 1).every(isWordPart) ? current.splice(space + 1) : []
}

const isWordPart = (cluster: string): boolean => /^[\x21-\x7e\u00a1-\u024f]+$/.test(cluster)
