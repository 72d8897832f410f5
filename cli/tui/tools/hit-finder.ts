import { textIn } from './input-fields.js'

/** A piece of a line; a `hit` is what was searched for. */
export type Piece = { readonly text: string; readonly hit: boolean }

/**
 * Finds in a line what a Grep looked for. Patterns that could take long to find, or that are of
 * another dialect, mark nothing: the search itself was done by another engine.
 */
export const hitFinder = (input: unknown): ((line: string) => ReadonlyArray<Piece>) => {
  const pattern = textIn(input, 'pattern') ?? ''
  const regex = isQuick(pattern) ? compiled(pattern, isCaseless(input)) : undefined
  return (line) => (regex === undefined ? [{ text: line, hit: false }] : pieces(line, regex))
}

const isCaseless = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'case_insensitive' in input &&
  input.case_insensitive === true

const patternCharsMax = 200

// Our engine goes back, so that nested or many repetitions can take for ever. At most two, and none
// of a group, keep it short on a short line.
const isQuick = (pattern: string): boolean => {
  const bare = pattern
    .replace(/\\./gs, '_')
    .replace(/\[\^?\]?[^\]]*\]/g, '_')
    .replaceAll('(?:', '(')
  const repeats = bare.match(/[*+?}]/g) ?? []
  return (
    pattern !== '' &&
    pattern.length <= patternCharsMax &&
    repeats.length <= 2 &&
    !/\)[*+?{]/.test(bare)
  )
}

const compiled = (pattern: string, caseless: boolean): RegExp | undefined => {
  try {
    return new RegExp(pattern, caseless ? 'giu' : 'gu')
  } catch {
    // Of another dialect: nothing is marked.
    return undefined
  }
}

const lineCharsMax = 200

const pieces = (line: string, regex: RegExp): ReadonlyArray<Piece> => {
  const found: Piece[] = []
  let end = 0
  const looked = line.slice(0, lineCharsMax).replace(/[\uD800-\uDBFF]$/, '')
  for (const match of looked.matchAll(regex)) {
    if (match[0] === '') continue
    found.push({ text: line.slice(end, match.index), hit: false }, { text: match[0], hit: true })
    end = match.index + match[0].length
  }
  return [...found, { text: line.slice(end), hit: false }].filter(({ text }) => text !== '')
}
