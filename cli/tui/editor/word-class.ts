import type { Atom } from './editor.js'

/** What a character belongs to; neighbours of one class that is a word's make one word. */
export type WordClass =
  | 'blank'
  | 'punctuation'
  | 'letters'
  | 'kanji'
  | 'hiragana'
  | 'katakana'
  | 'emoji'
  | 'chip'

const kanji = /^[\p{Script=Han}々〆〇]/u
const hiragana = /^[\p{Script=Hiragana}ゝゞ]/u
// Half-width forms are katakana like the others.
const katakana = /^[\p{Script=Katakana}・･ｰﾞﾟヽヾ]/u
const emoji = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u
const letter = /^[\p{L}\p{N}\p{M}_]/u
// The mark of a long vowel goes on with the kana before it, whichever they are.
const longVowel = /^[ー～ｰ]/u
const lookBackMax = 8

/** The class of the atom at `index`; `blank` beyond the ends. */
export const wordClassAt = (atoms: ReadonlyArray<Atom>, index: number): WordClass => {
  const own = classOf(atoms[index])
  if (!isLongVowel(atoms[index])) return own
  let at = index
  while (isLongVowel(atoms[at]) && index - at < lookBackMax) at -= 1
  const before = classOf(atoms[at])
  return before === 'hiragana' || before === 'katakana' ? before : own
}

/** Whether the class is one of words; blanks and punctuation stand between them. */
export const isWordClass = (one: WordClass): boolean => one !== 'blank' && one !== 'punctuation'

const isLongVowel = (atom: Atom | undefined): boolean =>
  typeof atom === 'string' && longVowel.test(atom)

const classOf = (atom: Atom | undefined): WordClass => {
  if (atom === undefined) return 'blank'
  if (typeof atom !== 'string') return 'chip'
  if (/^[\x21-\x7e]$/.test(atom)) return /\w/.test(atom) ? 'letters' : 'punctuation'
  if (/^\s/u.test(atom)) return 'blank'
  return classOfOther(atom)
}

const classOfOther = (cluster: string): WordClass => {
  if (kanji.test(cluster)) return 'kanji'
  if (hiragana.test(cluster)) return 'hiragana'
  if (katakana.test(cluster)) return 'katakana'
  if (longVowel.test(cluster)) return cluster.startsWith('～') ? 'punctuation' : 'katakana'
  if (emoji.test(cluster)) return 'emoji'
  return letter.test(cluster) ? 'letters' : 'punctuation'
}
