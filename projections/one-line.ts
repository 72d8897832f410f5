import { visibleControls } from './visible-controls.js'

/**
 * The text as one line that is safe to print: line ends, tabs and runs of blanks become one space,
 * control characters become visible marks. What is longer than `charsMax` characters as people
 * count them is cut there and ends in `…`. Japanese, emoji and their joins are kept.
 */
export const oneLine = (text: string, charsMax: number): string => {
  const start = text.trimStart()
  const head = safeLine(start.slice(0, 2 * charsMax))
  return head.length > charsMax && onePerUnit.test(head.slice(0, charsMax + 1))
    ? `${head.slice(0, charsMax - 1)}…`
    : cutLine(start.slice(0, charsMax * unitsPerChar), start.trimEnd().length, charsMax)
}

const safeLine = (text: string): string => visibleControls(text.replace(blanks, ' ')).trimEnd()

// Enough for the longest emoji in use; only what could be shown at all is looked at.
const unitsPerChar = 16

const blanks = /[\s\u0085\u2028\u2029]+/g

const cutLine = (start: string, lengthOfAll: number, charsMax: number): string =>
  cut(safeLine(start), start.length < lengthOfAll, charsMax)

const cut = (line: string, more: boolean, charsMax: number): string => {
  if (onePerUnit.test(line))
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

// Latin, punctuation, kana, kanji and Hangul syllables: no two of these ever join to one character.
const onePerUnit =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u3000-\u3029\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9d]*$/

const made: { segmenter?: Intl.Segmenter } = {}

// Made with the first text that needs it: that takes longer than all else of a short list.
const segmenter = (): Intl.Segmenter => {
  made.segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return made.segmenter
}
