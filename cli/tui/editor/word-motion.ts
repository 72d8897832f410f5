import { type Atom, type Editor, moveTo } from './editor.js'
import { isWordClass, wordClassAt } from './word-class.js'

/**
 * The caret at the start of the word that it is in or behind. A word is a run of kanji, of
 * hiragana, of katakana, of letters and digits, of emoji, or one chip.
 */
export const wordLeft = (editor: Editor): Editor => moveTo(wordStart(editor), editor)

/** The caret at the end of the word that it is in or before. */
export const wordRight = (editor: Editor): Editor => moveTo(wordEnd(editor), editor)

/** Where the word before the caret begins, as a number of atoms. */
export const wordStart = ({ atoms, caret }: Editor): number => {
  let at = caret
  while (at > 0 && !isWordAt(atoms, at - 1)) at -= 1
  if (at === 0) return 0
  at -= 1
  while (at > 0 && areOneWord(atoms, at - 1)) at -= 1
  return at
}

/** Where the word behind the caret ends. */
export const wordEnd = ({ atoms, caret }: Editor): number => {
  let at = caret
  while (at < atoms.length && !isWordAt(atoms, at)) at += 1
  if (at === atoms.length) return at
  while (areOneWord(atoms, at)) at += 1
  return at + 1
}

/** Where the run without blanks before the caret begins. */
export const blankWordStart = ({ atoms, caret }: Editor): number => {
  let at = caret
  while (at > 0 && wordClassAt(atoms, at - 1) === 'blank') at -= 1
  while (at > 0 && wordClassAt(atoms, at - 1) !== 'blank') at -= 1
  return at
}

const isWordAt = (atoms: ReadonlyArray<Atom>, index: number): boolean =>
  isWordClass(wordClassAt(atoms, index))

/** Whether the atom at `index` and the next one are of the same word. */
const areOneWord = (atoms: ReadonlyArray<Atom>, index: number): boolean => {
  const one = wordClassAt(atoms, index)
  return isWordClass(one) && one !== 'chip' && one === wordClassAt(atoms, index + 1)
}
