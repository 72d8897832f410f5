import { fileName, filesIn } from './file-words.js'
import { reveal } from './quoted.js'
import type { Wish } from './wish.js'

/** Words of a clause, and the quoted parts that stand hidden in them. */
type Words = ReadonlyArray<string>

/** Makes wishes of what a pattern has caught; none when that is not what it needs. */
export type Make = (words: Words, parts: Words) => ReadonlyArray<Wish>

/** What is understood, the first rule that matches first. */
export type Rules = ReadonlyArray<readonly [pattern: RegExp, make: Make]>

/**
 * The wishes of the clauses, in order: of each, those of the first rule that matches and finds what
 * it needs. A longer clause is prose, and matching it would cost more than it could give.
 */
export const wishesOf = (clauses: Words, rules: Rules, parts: Words): ReadonlyArray<Wish> =>
  clauses
    .filter((clause) => clause !== '' && clause.length <= clauseCharsMax)
    .flatMap((clause) => clauseWishes(clause, rules, parts))

const clauseCharsMax = 600

const clauseWishes = (clause: string, rules: Rules, parts: Words): ReadonlyArray<Wish> => {
  for (const [pattern, make] of rules) {
    const match = clause.match(pattern)
    const found = match === null ? [] : make(match.slice(1), parts)
    if (found.length > 0) return found
  }
  return []
}

/** The wish to replace words of a file: the file, what is there, what shall be there. */
export const edit: Make = ([file = '', from = '', to = ''], parts) => [
  { kind: 'edit', file: fileName(file, parts), from: reveal(from, parts), to: reveal(to, parts) },
]

/** The wish to write a file: the file, its content. */
export const write: Make = ([file = '', content = ''], parts) =>
  filesIn(file, parts).map((name) => ({
    kind: 'write',
    file: name,
    content: reveal(content, parts),
  }))

/** A pattern of a search that finds these words as they are. */
export const literal = (words: string): string => words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
