import { visibleControls } from './visible-controls.js'

/**
 * The text as one line that is safe to print: line ends, tabs and runs of blanks become one space,
 * control characters become visible marks. What is longer than `charsMax` characters as people
 * count them is cut there and ends in `…`. Japanese, emoji and their joins are kept.
 */
export const oneLine = (text: string, charsMax: number): string => {
  const start = text.trimStart().slice(0, charsMax * unitsPerChar)
  const line = visibleControls(start.replace(blanks, ' ')).trimEnd()
  return cut(line, start.length < text.trim().length, charsMax)
}

// Enough for the longest emoji in use; only what could be shown at all is looked at.
const unitsPerChar = 16

const blanks = /[\s\u0085\u2028\u2029]+/g

const cut = (line: string, more: boolean, charsMax: number): string => {
  if (ascii.test(line))
    return line.length > charsMax || more ? `${line.slice(0, charsMax - 1)}…` : line
  const chars = firstChars(line, charsMax + 1)
  return chars.length > charsMax || more ? `${chars.slice(0, charsMax - 1).join('')}…` : line
}

// Telling characters apart is slow, so it ends with the last one that is asked for.
const firstChars = (line: string, count: number): ReadonlyArray<string> => {
  const chars: string[] = []
  for (const { segment } of segmenter().segment(line)) {
    if (chars.length === count) break
    chars.push(segment)
  }
  return chars
}

const ascii = /^[\x20-\x7e]*$/

const made: { segmenter?: Intl.Segmenter } = {}

// Made with the first text that needs it: that takes longer than all else of a short list.
const segmenter = (): Intl.Segmenter => {
  made.segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return made.segmenter
}
