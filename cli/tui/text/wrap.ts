import { cellsOf } from './cells.js'
import { lineStarts } from './line-starts.js'
import { safeText } from './safe-text.js'

const known = new Map<string, ReadonlyArray<string>>()
const knownCharsMax = 4_000_000
const state = { chars: 0 }

/**
 * The text as lines of at most `width` columns, made safe, nothing lost: cut between clusters and,
 * where there is one near, after a space, and Japanese as in prose. Always at least one line. A
 * cluster wider than the line shows as `?`.
 */
export const wrapText = (text: string, width: number): ReadonlyArray<string> =>
  safeText(text)
    .split('\n')
    .flatMap((line) => wrapKnown(line, Math.max(1, width)))

/** The same for sentences: the blanks where a line breaks are on neither side of it. */
export const wrapWords = (text: string, width: number): ReadonlyArray<string> =>
  safeText(text)
    .split('\n')
    .flatMap((line) => wrapClusters(line, { width: Math.max(1, width), spacesHang: true }))
    .map((row) => row.trimEnd())

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
  /^[\x20-\x7e]*$/.test(line)
    ? wrapAscii(line, width)
    : wrapClusters(line, { width, spacesHang: false })

// The same lines as below, by slices: plain text is by far the most of what streams.
const wrapAscii = (line: string, width: number): ReadonlyArray<string> => {
  const lines: string[] = []
  let start = 0
  while (line.length - start > width) {
    const next = wordStart(line, start, start + width) ?? start + width
    lines.push(line.slice(start, next))
    start = next
  }
  lines.push(line.slice(start))
  return lines
}

// The last word that a line has no room for whole, when it is no longer than half of the line.
const wordStart = (line: string, start: number, end: number): number | undefined => {
  let at = end
  while (at > start && (line[at] === ' ' || line[at - 1] !== ' ')) at -= 1
  const isNear = at > start && end - at <= (end - start) / 2
  return isNear && line.slice(start, at).trim() !== '' ? at : undefined
}

const wrapClusters = (
  line: string,
  { width, spacesHang }: { readonly width: number; readonly spacesHang: boolean },
): ReadonlyArray<string> => {
  const cells = cellsOf([{ text: line, style: 'plain' }], width)
  const breaking = { width, spacesHang, movedMax: Math.floor(width / 2) }
  return lineStarts(cells, breaking).map((start, index, all) =>
    cells
      .slice(start, all[index + 1])
      .map(({ text }) => text)
      .join(''),
  )
}
