import { clusters } from '../text/clusters.js'
import { type Atom, chipLabel, type Editor } from './editor.js'

/**
 * What the person's own editor gets: the text as it stands, chips by their labels. A pasted log of a
 * megabyte is in nobody's way there, and is still one chip afterwards.
 */
export const outsideText = ({ atoms }: Editor): string => atoms.map(written).join('')

/**
 * The editor with this text instead. The label of a chip that was there is that chip again; a chip
 * whose label is gone or changed is gone, until undo.
 */
export const fromOutside = (text: string, editor: Editor): Editor => {
  const chips = new Map(
    editor.atoms.flatMap((atom) =>
      typeof atom === 'string' ? [] : [[chipLabel(atom), atom] as const],
    ),
  )
  const atoms = pieces(text, [...chips.keys()]).flatMap((piece): ReadonlyArray<Atom> => {
    const chip = chips.get(piece)
    return chip === undefined ? clusters(piece) : [chip]
  })
  return { ...editor, atoms, caret: atoms.length, doing: undefined }
}

const written = (atom: Atom): string => (typeof atom === 'string' ? atom : chipLabel(atom))

const pieces = (text: string, labels: ReadonlyArray<string>): ReadonlyArray<string> =>
  labels.length === 0 ? [text] : text.split(new RegExp(`(${labels.map(escaped).join('|')})`, 'u'))

const escaped = (label: string): string => label.replace(/[[\]|]/g, '\\$&')
