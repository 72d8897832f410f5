import { isQuoted, reveal } from './quoted.js'

/** The files that some words name: with a dot or a slash, well known, or quoted. */
export const filesIn = (words: string, parts: ReadonlyArray<string>): ReadonlyArray<string> =>
  words
    .split(/[\s,、]+|と(?=\S)/u)
    .filter((word) => isQuoted(word) || looksLikeFile(bare(word)))
    .map((word) => fileName(word, parts))
    .filter((name) => name !== '')

/** A word as the name of a file: without an `@` before it or punctuation behind it. */
export const fileName = (word: string, parts: ReadonlyArray<string>): string =>
  isQuoted(word) ? reveal(word, parts).trim() : bare(word)

/** Whether a word is a glob pattern. */
export const isGlob = (word: string): boolean => /[*?{]/.test(word)

/** Words that point at something without naming it. */
export const isRest = (word: string): boolean =>
  word === '' || word.startsWith('-') || pointers.includes(word.toLowerCase())

const pointers = [
  ...['here', 'there', 'it', 'this', 'that', 'these', 'them', 'me', 'my', 'your', 'our', 'all'],
  ...['the', 'a', 'an', 'some', 'each', 'every', 'everything', 'something', 'folder', 'directory'],
  ...['project', 'repo', 'repository', 'code', 'file', 'files', 'test', 'tests'],
]

const bare = (word: string): string =>
  word
    .trim()
    .replace(/^[@(]/, '')
    .replace(/[.,:;!?)。]+$/u, '')

const looksLikeFile = (word: string): boolean =>
  /^\S*[./]\S*$/.test(word) || /^(?:Makefile|Dockerfile|LICENSE|README|CHANGELOG)$/i.test(word)
