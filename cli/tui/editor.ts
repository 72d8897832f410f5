import type { Segments } from '../../domain/segment.js'
import { clusters } from './clusters.js'

type Paste = Extract<Segments[number], { readonly kind: 'paste' }>

/** One step of the caret: a grapheme cluster, a newline, or a pasted text as a chip. */
export type Atom = string | Paste

/** What is being typed. `caret` is the number of atoms before the caret. */
export type Editor = {
  readonly atoms: ReadonlyArray<Atom>
  readonly caret: number
  /** What Ctrl-K, Ctrl-U and Ctrl-W took away last; Ctrl-Y brings it back. */
  readonly killed: ReadonlyArray<Atom>
}

export const emptyEditor: Editor = { atoms: [], caret: 0, killed: [] }

/** Whether nothing is typed, not even a blank. */
export const isEmpty = (editor: Editor): boolean => editor.atoms.length === 0

/** The editor with this text at the caret; its neighbours are taken apart into clusters anew. */
export const insertText = (text: string, editor: Editor): Editor => {
  const { atoms, caret } = editor
  const left = wordAtom(atoms[caret - 1])
  const right = wordAtom(atoms[caret])
  const middle = clusters(left + text + right)
  const start = left === '' ? caret : caret - 1
  const placed = splice({ start, end: right === '' ? caret : caret + 1, middle }, editor)
  return { ...placed, caret: start + countWithin(middle, (left + text).length) }
}

/** The editor with these atoms at the caret, which then stands behind them. */
export const insertAtoms = (inserted: ReadonlyArray<Atom>, editor: Editor): Editor => {
  const { caret } = editor
  const placed = splice({ start: caret, end: caret, middle: inserted }, editor)
  return { ...placed, caret: caret + inserted.length }
}

/** The chip of a pasted text. `id` is its number in this editor. */
export const pasteChip = (id: number, content: string): Paste => ({
  kind: 'paste',
  id,
  chars: Array.from(content).length,
  lines: content.split('\n').length,
  content,
})

/** What a chip looks like. */
export const chipLabel = ({ id, chars, lines }: Paste): string =>
  `[Pasted #${id} | ${chars} chars, ${lines} ${lines === 1 ? 'line' : 'lines'}]`

/** The editor without the atom before the caret; a chip goes as one. */
export const backspace = (editor: Editor): Editor =>
  editor.caret === 0 ? editor : cut(editor.caret - 1, editor.caret, editor)

/** The editor without the atom behind the caret. */
export const deleteForward = (editor: Editor): Editor => cut(editor.caret, editor.caret + 1, editor)

/** The rest of the line is cut; at the end of a line, its newline. */
export const killToLineEnd = (editor: Editor): Editor => {
  const end = lineEnd(editor)
  return kill(editor.caret, end === editor.caret ? end + 1 : end, editor)
}

/** The line before the caret is cut. */
export const killToLineStart = (editor: Editor): Editor =>
  kill(lineStart(editor), editor.caret, editor)

/** The word before the caret is cut, with the blanks between. */
export const killWord = (editor: Editor): Editor =>
  kill(wordLeft(editor).caret, editor.caret, editor)

/** What was cut last comes back at the caret. */
export const yank = (editor: Editor): Editor => insertAtoms(editor.killed, editor)

/** The caret moved by `step` atoms, within the text. */
export const move = (step: number, editor: Editor): Editor => moveTo(editor.caret + step, editor)

/** The caret behind that many atoms, within the text. */
export const moveTo = (caret: number, editor: Editor): Editor => ({
  ...editor,
  caret: Math.max(0, Math.min(caret, editor.atoms.length)),
})

/** The caret at the start of its line. */
export const toLineStart = (editor: Editor): Editor => moveTo(lineStart(editor), editor)

/** The caret at the end of its line. */
export const toLineEnd = (editor: Editor): Editor => moveTo(lineEnd(editor), editor)

/** The caret before the word that it is in or behind. */
export const wordLeft = (editor: Editor): Editor => {
  const words = editor.atoms.slice(0, editor.caret).map(isWord)
  const lastWord = words.lastIndexOf(true)
  return moveTo(words.lastIndexOf(false, lastWord) + 1, editor)
}

/** The caret behind the word that it is in or before. */
export const wordRight = (editor: Editor): Editor => {
  const words = editor.atoms.map(isWord)
  const start = words.indexOf(true, editor.caret)
  const end = start < 0 ? -1 : words.indexOf(false, start)
  return moveTo(end < 0 ? editor.atoms.length : end, editor)
}

const isWord = (atom: Atom): boolean => typeof atom !== 'string' || atom.trim() !== ''

const lineStart = ({ atoms, caret }: Editor): number =>
  caret === 0 ? 0 : atoms.lastIndexOf('\n', caret - 1) + 1

const lineEnd = ({ atoms, caret }: Editor): number => {
  const end = atoms.indexOf('\n', caret)
  return end < 0 ? atoms.length : end
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

const cut = (start: number, end: number, editor: Editor): Editor => ({
  ...splice({ start, end, middle: [] }, editor),
  caret: start,
})

const kill = (start: number, end: number, editor: Editor): Editor => {
  const killed = editor.atoms.slice(start, end)
  return killed.length === 0 ? editor : { ...cut(start, end, editor), killed }
}

type Splice = { readonly start: number; readonly end: number; readonly middle: ReadonlyArray<Atom> }

const splice = ({ start, end, middle }: Splice, editor: Editor): Editor => ({
  ...editor,
  atoms: [...editor.atoms.slice(0, start), ...middle, ...editor.atoms.slice(end)],
})
