import type { Editor } from '../editor/editor.js'
import { pathOfQuoted } from './file-name.js'

/** A word that begins with @ and is being typed. */
export type FileWord = {
  /** The atom of its @. */
  readonly start: number
  /** What is typed of the path, up to the caret; quotes and their escapes taken away. */
  readonly query: string
}

/** The `@path` or `@"path` that the caret stands in or behind; undefined when there is none. */
export const fileWordAt = ({ atoms, caret }: Editor): FileWord | undefined => {
  const line = lineBefore(atoms, caret)
  const found = wordPattern.exec(line)
  if (found === null) return undefined
  const [whole, quoted, plain = ''] = found
  const start = startOf(whole.trimStart().length, { atoms, caret })
  if (start === undefined || atoms[start] !== '@') return undefined
  return { start, query: quoted === undefined ? plain : unquoted(quoted) }
}

// As editor-segments.ts reads it: at the start of a word, and not a second @ or a backslash.
const wordPattern = /(?:^|\s)@(?:"((?:[^"\\]|\\.)*\\?)|([^\s@\\"][^\s]*)?)$/u

/** How far back a word is looked for; a path is shorter. */
const atomsMax = 1000

const lineBefore = (atoms: Editor['atoms'], caret: number): string => {
  const before = atoms.slice(Math.max(0, caret - atomsMax), caret)
  const end = before.findLastIndex((atom) => typeof atom !== 'string' || atom === '\n')
  return before.slice(end + 1).join('')
}

// The word is so many UTF-16 units long; it begins where a cluster does, or it is none.
const startOf = (length: number, { atoms, caret }: Pick<Editor, 'atoms' | 'caret'>) => {
  let left = length
  let start = caret
  while (left > 0) {
    start -= 1
    left -= String(atoms[start]).length
  }
  return left === 0 ? start : undefined
}

// Behind the last whole escape: half of one is still being typed.
const unquoted = (typed: string): string => pathOfQuoted(`"${typed}"`) ?? typed.replace(/\\$/, '')
