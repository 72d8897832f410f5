import { diffWordsWithSpace } from 'diff'

/** A piece of a changed line; `changed` when the other line does not have it. */
export type WordPiece = { readonly text: string; readonly changed: boolean }

export type ChangedWords = {
  readonly before: ReadonlyArray<WordPiece>
  readonly after: ReadonlyArray<WordPiece>
}

const lineCharsMax = 500
const editsMax = 100
const sameShareMin = 0.3

/**
 * Which words of a line became which. Undefined where that says little: the lines have too little in
 * common, are very long, or differ in very much. The same lines always give the same.
 */
export const changedWords = (before: string, after: string): ChangedWords | undefined => {
  if (before.length > lineCharsMax || after.length > lineCharsMax) return undefined
  const changes = diffWordsWithSpace(before, after, { maxEditLength: editsMax })
  if (changes === undefined) return undefined
  const same = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0)
  const longer = Math.max(before.trim().length, after.trim().length)
  if (longer === 0 || same / longer < sameShareMin) return undefined
  return {
    before: changes.flatMap(({ value, added, removed }) =>
      added ? [] : [{ text: value, changed: removed }],
    ),
    after: changes.flatMap(({ value, added, removed }) =>
      removed ? [] : [{ text: value, changed: added }],
    ),
  }
}
