import { writtenText, type Run, runAtoms, runs } from './editor-segments.js'
import type { Atoms, Editor, Paste } from './editor.js'

/** What the person's own editor gets: the text as it stands, with the texts of the chips in it. */
export const outsideText = ({ atoms }: Editor): string =>
  runs(atoms)
    .map((run, index, all) => writtenRun(run, all[index - 1]))
    .join('')

/**
 * The editor with this text instead. The text of a chip that is in it as it was, behind those of the
 * chips before it, is that chip again; one that was changed is text, until undo.
 */
export const fromOutside = (text: string, editor: Editor): Editor => {
  const atoms = runAtoms(runs(withChips(text, editor.atoms)))
  return { ...editor, atoms, caret: atoms.length, doing: undefined }
}

const writtenRun = (run: Run, before: Run | undefined): string =>
  typeof run === 'string' ? run : writtenText(run.content, before)

type Found = { readonly runs: ReadonlyArray<Run>; readonly from: number }

const withChips = (text: string, atoms: Atoms): ReadonlyArray<Run> => {
  const { runs: found, from } = runs(atoms).reduce<Found>(
    (sum, run, index, all) =>
      typeof run === 'string' ? sum : chipIn(text, sum, { chip: run, before: all[index - 1] }),
    { runs: [], from: 0 },
  )
  return [...found, text.slice(from)]
}

type Sent = { readonly chip: Paste; readonly before: Run | undefined }

const chipIn = (text: string, { runs, from }: Found, { chip, before }: Sent): Found => {
  const written = writtenRun(chip, before)
  const at = text.indexOf(written, from)
  return at < 0
    ? { runs, from }
    : { runs: [...runs, text.slice(from, at), chip], from: at + written.length }
}
