/** What a search looks for, ready to be compared. */
export type Needle = {
  /** Folded as the texts are that it is compared with. */
  readonly words: string
  /** Capitals count, since the person typed some. */
  readonly isExact: boolean
  /** The same in lines joined by newlines: a line may have been broken anywhere in it. */
  readonly broken: RegExp
}

/**
 * The needle of these words; undefined when there is nothing in them. Forms of a character that
 * mean the same are one (NFKC), and so are small and capital letters, unless one is a capital.
 */
export const needleOf = (typed: string): Needle | undefined => {
  const isExact = typed !== typed.toLowerCase()
  const words = comparable(typed, isExact)
  return words.trim() === '' ? undefined : { words, isExact, broken: brokenAnywhere(words) }
}

/** Whether the text holds the needle; marks of Markdown may stand within it. */
export const holds = ({ words, isExact }: Needle, text: string): boolean => {
  const all = comparable(text, isExact)
  return all.includes(words) || (markup.test(all) && all.replace(markups, '').includes(words))
}

/** A text as it is compared: one form for each character, one blank for each run of them. */
export const comparable = (text: string, isExact: boolean): string => {
  const plain = ascii.test(text) ? text : text.normalize('NFKC')
  const cased = isExact ? plain : plain.toLowerCase()
  return blanks.test(cased) ? cased.replace(blankRuns, ' ') : cased
}

const ascii = /^[\0-\x7f]*$/
const blanks = /[^\S ]| {2}/
const blankRuns = /\s+/g
const markup = /[*_`]/
const markups = /[*_`]+/g

const brokenAnywhere = (words: string): RegExp =>
  new RegExp(words.split(' ').map(lettersOf).join('[ \\n]+'), 'g')

const lettersOf = (word: string): string =>
  word
    .split('')
    .map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&'))
    .join('\\n?')
