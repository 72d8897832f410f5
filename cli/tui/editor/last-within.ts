import { limits } from '../../../domain/limits.js'
import type { Atom, Atoms } from './editor.js'

/**
 * The newest of these, last in order, as many as `most` and the limit of characters allow. The last
 * one is always kept.
 */
export const lastWithin = <A>(
  most: number,
  all: ReadonlyArray<A>,
  charsOf: (one: A) => number,
): ReadonlyArray<A> => {
  const kept = all.slice(-most)
  let left: number = limits.editorKeptCharsMax
  const first = kept.findLastIndex((one) => {
    left -= charsOf(one)
    return left < 0
  })
  return kept.slice(Math.min(first + 1, kept.length - 1))
}

/** Characters of these atoms, roughly; those of a chip's text with them. */
export const charsIn = (atoms: Atoms): number => {
  const counted = known.get(atoms)
  if (counted !== undefined) return counted
  const chars = atoms.reduce((sum: number, atom) => sum + charsOfAtom(atom), 0)
  known.set(atoms, chars)
  return chars
}

// A step of undo may be long, and all of them are looked at with every key.
const known = new WeakMap<Atoms, number>()

const charsOfAtom = (atom: Atom): number => (typeof atom === 'string' ? 1 : atom.content.length)
