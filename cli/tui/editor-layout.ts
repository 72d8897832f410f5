import { type Atom, chipLabel, type Editor } from './editor.js'
import { safeLine } from './safe-text.js'
import { textWidth } from './width.js'

/** One row of the editor: the atoms from `start` up to `end`, with the columns of each. */
export type EditorRow = {
  readonly start: number
  readonly end: number
  readonly text: string
}

const prompt = 2

/** Columns that the text of the editor has on a screen of this width. */
export const editorWidth = (screen: number): number => Math.max(1, screen - promptWidth(screen))

/** Columns of the prompt; a very narrow screen has none. */
export const promptWidth = (screen: number): number => (screen < 8 ? 0 : prompt)

/**
 * The editor's text as rows of at most `width` columns. The caret may stand behind the last atom of
 * a row that is not full; a full row is followed by one more when the caret is at its end.
 */
export const editorRows = (width: number, editor: Editor): ReadonlyArray<EditorRow> => {
  const rows: EditorRow[] = []
  let row = { start: 0, text: '', columns: 0 }
  const finish = (end: number) => {
    rows.push({ start: row.start, end, text: row.text })
    row = { start: end, text: '', columns: 0 }
  }
  for (const [index, atom] of editor.atoms.entries()) {
    if (atom === '\n') {
      finish(index)
      row = { start: index + 1, text: '', columns: 0 }
      continue
    }
    const text = atomText(atom, width)
    const columns = textWidth(text)
    if (row.columns + columns >= width && row.columns > 0) finish(index)
    row = { start: row.start, text: row.text + text, columns: row.columns + columns }
  }
  finish(editor.atoms.length)
  return rows
}

/** Where the caret stands: the row's index and the column in it. */
export const caretPlace = (
  width: number,
  editor: Editor,
): { readonly row: number; readonly column: number } => {
  const rows = editorRows(width, editor)
  const row = rows.findLastIndex(({ start }) => start <= editor.caret)
  const before = editor.atoms.slice(rows[row]?.start ?? 0, editor.caret)
  const columns = before.reduce((sum: number, atom) => sum + textWidth(atomText(atom, width)), 0)
  return { row: Math.max(0, row), column: Math.min(columns, width - 1) }
}

/** The caret one row down (`1`) or up (`-1`) at the same column; undefined at the edge. */
export const caretBelow = (step: 1 | -1, width: number, editor: Editor): number | undefined => {
  const { row, column } = caretPlace(width, editor)
  const target = editorRows(width, editor)[row + step]
  if (target === undefined) return undefined
  let columns = 0
  for (let index = target.start; index < target.end; index += 1) {
    const atom = editor.atoms[index]
    if (atom === undefined || columns >= column) return index
    columns += textWidth(atomText(atom, width))
  }
  return target.end
}

const atomText = (atom: Atom, width: number): string => {
  if (typeof atom !== 'string') return clipChip(chipLabel(atom), width)
  const safe = safeLine(atom)
  return textWidth(safe) > width ? '?' : safe
}

// A chip never takes more than a row.
const clipChip = (label: string, width: number): string =>
  label.length < width ? label : `${label.slice(0, Math.max(0, width - 2))}…`.slice(0, width)
