import type { Atoms, Editor, Paste } from './editor.js'
import { type Run, runAtoms, runs, writtenText } from './editor-segments.js'

/** What the person's own editor gets: the text as it stands, with the texts of the chips in it. */
export const outsideText = ({ atoms }: Editor): string =>
  written(atoms)
    .map(({ text }) => text)
    .join('')

/**
 * The editor with this text instead. The text of a chip that is in it as it was, behind those of the
 * chips before it, is that chip again; one that was changed is text, until undo.
 */
export const fromOutside = (text: string, editor: Editor): Editor => {
  const atoms = runAtoms(runs(withChips(text, editor.atoms)))
  return { ...editor, atoms, caret: atoms.length, doing: undefined }
}

type Written = { readonly text: string; readonly chip: Paste | undefined }

const written = (atoms: Atoms): ReadonlyArray<Written> =>
  runs(atoms).map((run, index, all) =>
    typeof run === 'string'
      ? { text: run, chip: undefined }
      : { text: writtenText(run.content, all[index - 1]), chip: run },
  )

type Found = { readonly runs: ReadonlyArray<Run>; readonly from: number }

const withChips = (text: string, atoms: Atoms): ReadonlyArray<Run> => {
  const found = written(atoms).reduce<Found>(
    (sum, { text: sent, chip }) => {
      const at = chip === undefined ? -1 : text.indexOf(sent, sum.from)
      if (chip === undefined || at < 0) return sum
      return { runs: [...sum.runs, text.slice(sum.from, at), chip], from: at + sent.length }
    },
    { runs: [], from: 0 },
  )
  return [...found.runs, text.slice(found.from)]
}
