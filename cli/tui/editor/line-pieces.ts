import { limits } from '../../../domain/limits.js'
import { type Atoms, lineStart, type Place } from './editor.js'

/** The atoms from `start` up to `end`, without a newline. */
export type Row = { readonly start: number; readonly end: number }

/** The first piece of the text. A piece is a line, or a part of one that is very long. */
export const firstPiece = (width: number, atoms: Atoms): Row => pieceFrom(0, width, atoms)

/** The piece that the caret stands in; where two meet, the second one. */
export const pieceAt = (width: number, place: Place): Row => {
  const { atoms, caret } = place
  const within = caret - lineStart(place)
  const most = atomsMax(width)
  const isBehindLast = within > 0 && within % most === 0 && isLineEnd(caret, atoms)
  return pieceFrom(caret - (isBehindLast ? most : within % most), width, atoms)
}

/** The piece before this one. */
export const pieceAbove = ({ start }: Row, width: number, atoms: Atoms): Row | undefined => {
  if (start === 0) return undefined
  return atoms[start - 1] === '\n'
    ? pieceAt(width, { atoms, caret: start - 1 })
    : pieceFrom(start - atomsMax(width), width, atoms)
}

/** The piece behind this one. */
export const pieceBelow = ({ end }: Row, width: number, atoms: Atoms): Row | undefined => {
  if (end === atoms.length) return undefined
  return pieceFrom(atoms[end] === '\n' ? end + 1 : end, width, atoms)
}

const pieceFrom = (start: number, width: number, atoms: Atoms): Row => {
  const end = Math.min(atoms.length, start + atomsMax(width))
  const newline = atoms.slice(start, end).indexOf('\n')
  return { start, end: newline < 0 ? end : start + newline }
}

// Rows that are full: where each character has a column, nothing shows that a new piece begins.
const atomsMax = (width: number): number => {
  const perRow = Math.max(1, width - 1)
  return perRow * Math.max(1, Math.floor(limits.editorPieceCharsMax / perRow))
}

const isLineEnd = (place: number, atoms: Atoms): boolean =>
  place === atoms.length || atoms[place] === '\n'
