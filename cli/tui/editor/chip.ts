import type { Atom, Paste } from './editor.js'

/** The chip of a pasted text. `id` is its number in this editor. */
export const pasteChip = (id: number, content: string): Paste => ({
  kind: 'paste',
  id,
  chars: Array.from(content).length,
  lines: lineCount(content),
  content,
})

/** What a chip looks like. */
export const chipLabel = ({ id, chars, lines }: Paste): string =>
  `[Clipboard #${id} | ${counted(chars, 'char')}, ${counted(lines, 'line')}]`

/** Whether this is a chip. */
export const isChip = (atom: Atom | undefined): atom is Paste =>
  atom !== undefined && typeof atom !== 'string'

/** Lines of a text. The newline at its end ends the last line and begins no other. */
export const lineCount = (content: string): number => {
  const newlines = content.split('\n').length - 1
  return Math.max(1, content.endsWith('\n') ? newlines : newlines + 1)
}

const counted = (count: number, word: string): string =>
  `${count} ${count === 1 ? word : `${word}s`}`
