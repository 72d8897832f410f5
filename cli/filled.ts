import { wrapWords } from './tui/text/wrap.js'

/** Text that is filled as one; `label` stands in front of it, as an option or an indent. */
export type Labelled = { readonly label: string; readonly text: string }

/**
 * The lines of a text on a terminal of so many columns, broken between words where that can be had
 * and each under its beginning; a label that takes more than half of the columns has its own line.
 */
export const filled = ({ label, text }: Labelled, columns: number): ReadonlyArray<string> => {
  // A terminal that does not tell its width has 0 columns.
  if (columns < 1) return [`${label}${text}`]
  const isShort = label.length <= columns / 2
  const indent = ' '.repeat(isShort ? label.length : Math.min(4, columns - 1))
  const [first = '', ...rest] = wrapWords(text, columns - indent.length)
  const under = rest.map((line) => `${indent}${line}`)
  return isShort
    ? [`${label}${first}`.trimEnd(), ...under]
    : [label.trimEnd(), `${indent}${first}`, ...under]
}
