import { wrapText } from './wrap.js'

/**
 * A text of a model for a terminal that only takes lines: broken at words as in prose, the lines of
 * fenced code left whole; safe. While it streams, what its next piece may still move is held back,
 * so that each result begins with the one before.
 */
export const plainFlow = (text: string, width: number, streams: boolean): string => {
  const lines = text.split('\n')
  let isCode = false
  const shown: string[] = []
  for (const [at, line] of lines.entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    const isLast = streams && at === lines.length - 1
    // A line of code has no width.
    const pieces = wrapText(line, isCode || isFence ? Number.MAX_SAFE_INTEGER : width)
    const isHeld = isLast && !isCode && !isFence
    shown.push((isHeld ? settled(pieces) : pieces).join('\n'))
    if (isFence) isCode = !isCode
  }
  return shown.join('\n')
}

// A word may grow too long for the line, and Japanese may move to it from the line before.
const settled = (pieces: ReadonlyArray<string>): ReadonlyArray<string> => {
  const last = pieces.at(-1) ?? ''
  const isPlain = /^[\x20-\x7e]*$/.test(last)
  return [...pieces.slice(0, -1), isPlain ? last.slice(0, last.lastIndexOf(' ') + 1) : '']
}
