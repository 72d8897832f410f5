import { limits } from '../domain/limits.js'
import { oneLine } from './one-line.js'
import { plainLines } from './plain-lines.js'
import { counted, grouped } from './usage.js'

/** Who did what a record says. */
export type Who = 'you' | 'parent' | 'child' | 'model' | 'tool' | 'hook' | 'yoi'

/** How a line of a body looks; the words say the same without it. */
export type BodyLook = 'words' | 'faint' | 'added' | 'removed' | 'place'

export type BodyLine = { readonly text: string; readonly look: BodyLook }

/** A record in plain words; all text is safe to print. `body`: what was said or given. */
export type Told = {
  readonly who: Who
  readonly what: string
  readonly body: ReadonlyArray<BodyLine>
}

/** Makes whatever a log holds safe to print: one line of what was done, then the text itself. */
export const told = (
  who: Who,
  what: string,
  ...parts: ReadonlyArray<ReadonlyArray<BodyLine>>
): Told => ({ who, what: oneLine(what, whatCharsMax), body: parts.flat() })

const whatCharsMax = 400

/** What somebody said. */
export const wordLines = (text = ''): ReadonlyArray<BodyLine> =>
  bounded(text, { linesMax: limits.replayWordsLinesMax, charsMax: limits.replayWordsCharsMax }).map(
    (line) => ({ text: line, look: 'words' }),
  )

/** What a tool gave, or a model thought: the beginning of it. */
export const outputLines = (text = ''): ReadonlyArray<BodyLine> =>
  bounded(text, outputBounds).map((line) => ({ text: line, look: 'faint' }))

/** The beginning of a text, each of its lines with this sign in front. */
export const signedLines = (sign: '+' | '-', text: string): ReadonlyArray<BodyLine> =>
  bounded(text, outputBounds).map((line) => ({
    text: `${sign}${line}`,
    look: sign === '+' ? 'added' : 'removed',
  }))

/** One line of a body, made safe and cut to a length that fits a few lines. */
export const bodyLine = (text: string, look: BodyLook): BodyLine => ({
  text: oneLine(text, whatCharsMax),
  look,
})

const outputBounds = {
  linesMax: limits.replayOutputLinesMax,
  charsMax: limits.replayOutputCharsMax,
}

type Bounds = { readonly linesMax: number; readonly charsMax: number }

// Only what may be shown is looked at: an output can be far longer.
const bounded = (text: string, { linesMax, charsMax }: Bounds): ReadonlyArray<string> => {
  const head = text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, '')
  const lines = plainLines(head)
  const shown = lines.slice(0, linesMax)
  if (shown.length === lines.length && head.length === text.length) return lines
  const places = lines.length > linesMax ? nthLineEnd(head, linesMax) : head.length
  return [...shown, moreWords(text.slice(places))]
}

const moreWords = (rest: string): string => {
  const lines = rest.replace(/\n$/, '').split('\n').length
  return `… ${counted(rest.length, 'more character')} in ${grouped(lines)} ${lines === 1 ? 'line' : 'lines'}; --json shows all`
}

const lineEnd = /\r?\n|[\u0085\u2028\u2029]/g

const nthLineEnd = (text: string, n: number): number => {
  const ends = [...text.matchAll(lineEnd)]
  const end = ends[n - 1]
  return end === undefined ? text.length : end.index + end[0].length
}
