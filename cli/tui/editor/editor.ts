import type { Segments } from '../../../domain/segment.js'
import { clusters } from '../text/clusters.js'

/** A pasted text. */
export type Paste = Extract<Segments[number], { readonly kind: 'paste' }>

/** One step of the caret: a grapheme cluster, a newline, or a pasted text as a chip. */
export type Atom = string | Paste

export type Atoms = ReadonlyArray<Atom>

/** What is being typed. `caret` is the number of atoms before the caret. */
export type Editor = {
  readonly atoms: Atoms
  readonly caret: number
  /** What was cut, newest last; Ctrl-Y brings it back. */
  readonly kills: ReadonlyArray<Atoms>
  /** What the last key did, where the next one may go on with it. */
  readonly doing: Doing | undefined
  readonly changes: Changes
}

/** `yanked`: the `back`th newest of what was cut stands where there was nothing `before`. */
export type Doing =
  | { readonly tag: 'killing' }
  | { readonly tag: 'yanked'; readonly before: Place; readonly back: number }
  | { readonly tag: 'climbing'; readonly column: number }

/** A text and a place in it. */
export type Place = Pick<Editor, 'atoms' | 'caret'>

/** How a change is joined with the one before it: typing by words, deleting likewise, or never. */
export type ChangeKind = 'typed' | 'erased' | 'whole'

/** One step of undo: at `start`, `removed` became `inserted`. */
export type Change = {
  readonly kind: ChangeKind
  readonly start: number
  readonly removed: Atoms
  readonly inserted: Atoms
  readonly caretBefore: number
  readonly caretAfter: number
}

/** What undo takes back, newest last, and what redo does again, next last. */
export type Changes = {
  readonly past: ReadonlyArray<Change>
  readonly future: ReadonlyArray<Change>
}

export const noChanges: Changes = { past: [], future: [] }

export const emptyEditor: Editor = {
  atoms: [],
  caret: 0,
  kills: [],
  doing: undefined,
  changes: noChanges,
}

/** Whether nothing is typed, not even a blank. */
export const isEmpty = (editor: Editor): boolean => editor.atoms.length === 0

/** The editor with this text at the caret, which then stands behind it. */
export const insertText = (text: string, editor: Editor): Editor =>
  insertAtoms(clusters(text), editor)

/** The editor with these atoms at the caret, which then stands behind them. */
export const insertAtoms = (inserted: Atoms, editor: Editor): Editor =>
  replaced({ start: editor.caret, end: editor.caret, middle: inserted }, editor)

/** The editor without the atom before the caret; a chip goes as one. */
export const backspace = (editor: Editor): Editor =>
  editor.caret === 0 ? editor : cut(editor.caret - 1, editor.caret, editor)

/** The editor without the atom behind the caret. */
export const deleteForward = (editor: Editor): Editor =>
  editor.caret === editor.atoms.length ? editor : cut(editor.caret, editor.caret + 1, editor)

/** The editor without these atoms, the caret where they were. */
export const cut = (start: number, end: number, editor: Editor): Editor =>
  replaced({ start, end, middle: [] }, editor)

/**
 * The editor with other atoms from `start` up to `end`, the caret behind them. What meets there is
 * taken apart into clusters anew, so that the atoms are those of the whole text.
 */
export const replaced = (part: Splice, editor: Editor): Editor => {
  const caret = part.start + part.middle.length
  return rejoined(part.start, rejoined(caret, { ...splice(part, editor), caret }))
}

/** The caret moved by `step` atoms, within the text. */
export const move = (step: number, editor: Editor): Editor => moveTo(editor.caret + step, editor)

/** The caret behind that many atoms, within the text. */
export const moveTo = (caret: number, editor: Editor): Editor => ({
  ...editor,
  caret: Math.max(0, Math.min(caret, editor.atoms.length)),
  doing: undefined,
})

/** The caret at the start of its line. */
export const toLineStart = (editor: Editor): Editor => moveTo(lineStart(editor), editor)

/** The caret at the end of its line. */
export const toLineEnd = (editor: Editor): Editor => moveTo(lineEnd(editor), editor)

/** Where the line of the caret begins, as a number of atoms. */
export const lineStart = ({ atoms, caret }: Place): number =>
  caret === 0 ? 0 : atoms.lastIndexOf('\n', caret - 1) + 1

/** Where the line of the caret ends, before its newline. */
export const lineEnd = ({ atoms, caret }: Editor): number => {
  const end = atoms.indexOf('\n', caret)
  return end < 0 ? atoms.length : end
}

export type Splice = { readonly start: number; readonly end: number; readonly middle: Atoms }

/** The editor with other atoms from `start` up to `end`. The caret stays at its number. */
export const splice = ({ start, end, middle }: Splice, editor: Editor): Editor => ({
  ...editor,
  // Spreading a long text takes five times as long.
  atoms: editor.atoms.slice(0, start).concat(middle, editor.atoms.slice(end)),
  doing: undefined,
})

const rejoined = (seam: number, editor: Editor): Editor => {
  const left = wordAtom(editor.atoms[seam - 1])
  const right = wordAtom(editor.atoms[seam])
  if (left === '' || right === '' || clusters(left + right)[0] === left) return editor
  return readAnew({ start: seam - 1, count: 2 }, editor)
}

type Stretch = { readonly start: number; readonly count: number }

// What stands behind may be joined otherwise, too, as flags are: up to where a cluster stays.
const readAnew = ({ start, count }: Stretch, editor: Editor): Editor => {
  const old = wordAtoms(editor.atoms.slice(start, start + count))
  const middle = clusters(old.join(''))
  const isSettled = old.length < count || old.at(-1) === middle.at(-1)
  if (!isSettled) return readAnew({ start, count: count * 2 }, editor)
  const behind = editor.caret - start - old.length
  const before = old.slice(0, editor.caret - start).join('').length
  const caret = behind > 0 ? middle.length + behind : countWithin(middle, before)
  return { ...splice({ start, end: start + old.length, middle }, editor), caret: start + caret }
}

const wordAtoms = (atoms: Atoms): ReadonlyArray<string> => {
  const end = atoms.findIndex((atom) => wordAtom(atom) === '')
  return (end < 0 ? atoms : atoms.slice(0, end)).map(wordAtom)
}

const wordAtom = (atom: Atom | undefined): string =>
  typeof atom === 'string' && atom !== '\n' ? atom : ''

const countWithin = (middle: ReadonlyArray<string>, length: number): number => {
  let seen = 0
  let count = 0
  for (const cluster of middle) {
    if (seen >= length) break
    seen += cluster.length
    count += 1
  }
  return count
}
