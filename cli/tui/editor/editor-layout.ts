import { safeLine } from '../text/safe-text.js'
import { textWidth } from '../text/width.js'
import { chipLabel } from './chip.js'
import { type Atom, type Atoms, type Editor, moveTo } from './editor.js'
import { firstPiece, pieceAbove, pieceAt, pieceBelow, type Row } from './line-pieces.js'

/** One row of the editor: the atoms from `start` up to `end`, and what is shown of them. */
export type EditorRow = Row & { readonly text: string }

/** The rows around the caret, the caret's place in them, and whether there are more. */
export type EditorWindow = {
  readonly rows: ReadonlyArray<EditorRow>
  readonly caret: { readonly row: number; readonly column: number }
  readonly isMoreAbove: boolean
  readonly isMoreBelow: boolean
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
export const editorRows = (width: number, { atoms }: Editor): ReadonlyArray<EditorRow> => {
  const rows: Row[] = []
  let piece: Row | undefined = firstPiece(width, atoms)
  while (piece !== undefined) {
    for (const row of pieceRows(piece, width, atoms)) rows.push(row)
    piece = pieceBelow(piece, width, atoms)
  }
  return rows.map(shown(width, atoms))
}

/** Where the caret stands: the row's index and the column in it. */
export const caretPlace = (width: number, editor: Editor): EditorWindow['caret'] => {
  const rows = editorRows(width, editor)
  const row = rowOf(editor.caret, rows)
  return { row, column: columnIn(rows[row], width, editor) }
}

/**
 * At most `rowsMax` rows with the caret in their middle, or nearer to an end of the text. Only what
 * is near the caret is laid out, so that a long text, or a long line, costs no more than a short one.
 */
export const rowsAround = (width: number, rowsMax: number, editor: Editor): EditorWindow => {
  const { atoms } = editor
  const own = ownRows(width, editor)
  const above = rowsBeyond(-1, { width, rowsMax }, editor)
  const below = rowsBeyond(1, { width, rowsMax }, editor)
  const rows = [...above, ...own, ...below]
  const row = above.length + rowOf(editor.caret, own)
  const middle = row - Math.floor(rowsMax / 2)
  const first = Math.max(0, Math.min(middle, rows.length - rowsMax))
  const window = rows.slice(first, first + rowsMax).map(shown(width, atoms))
  return {
    rows: window,
    caret: { row: row - first, column: columnIn(rows[row], width, editor) },
    isMoreAbove: (window.at(0)?.start ?? 0) > 0,
    isMoreBelow: (window.at(-1)?.end ?? 0) < atoms.length,
  }
}

/**
 * The caret one row down (`1`) or up (`-1`) at the column where the climb began; undefined at the
 * edge.
 */
export const climb = (step: 1 | -1, width: number, editor: Editor): Editor | undefined => {
  const own = ownRows(width, editor)
  const at = rowOf(editor.caret, own)
  const next =
    own[at + step] ?? rowsBeyond(step, { width, rowsMax: 1 }, editor).at(step < 0 ? -1 : 0)
  if (next === undefined) return undefined
  const { doing } = editor
  const column = doing?.tag === 'climbing' ? doing.column : columnIn(own[at], width, editor)
  const caret = atomAt(column, next, { width, atoms: editor.atoms })
  return { ...moveTo(caret, editor), doing: { tag: 'climbing', column } }
}

const ownRows = (width: number, editor: Editor): ReadonlyArray<Row> =>
  pieceRows(pieceAt(width, editor), width, editor.atoms)

const rowOf = (caret: number, rows: ReadonlyArray<Row>): number =>
  Math.max(
    0,
    rows.findLastIndex(({ start }) => start <= caret),
  )

type Room = { readonly width: number; readonly rowsMax: number }

/** Rows of whole pieces above or below the caret's, `rowsMax` or more where there are so many. */
const rowsBeyond = (step: 1 | -1, { width, rowsMax }: Room, editor: Editor): ReadonlyArray<Row> => {
  const { atoms } = editor
  const next = step < 0 ? pieceAbove : pieceBelow
  let rows: ReadonlyArray<Row> = []
  let piece = next(pieceAt(width, editor), width, atoms)
  while (piece !== undefined && rows.length < rowsMax) {
    const found = pieceRows(piece, width, atoms)
    rows = step < 0 ? [...found, ...rows] : [...rows, ...found]
    piece = next(piece, width, atoms)
  }
  return rows
}

const pieceRows = ({ start, end }: Row, width: number, atoms: Atoms): ReadonlyArray<Row> => {
  const rows: Row[] = []
  let rowStart = start
  let columns = 0
  for (let index = start; index < end; index += 1) {
    const wide = atomColumns(atoms[index] ?? '', width)
    if (columns + wide >= width && columns > 0) {
      rows.push({ start: rowStart, end: index })
      rowStart = index
      columns = 0
    }
    columns += wide
  }
  return [...rows, { start: rowStart, end }]
}

const columnIn = (row: Row | undefined, width: number, { atoms, caret }: Editor): number => {
  let columns = 0
  for (let index = row?.start ?? caret; index < caret; index += 1)
    columns += atomColumns(atoms[index] ?? '', width)
  return Math.min(columns, width - 1)
}

type Laid = { readonly width: number; readonly atoms: Atoms }

// Behind the last atom of a wrapped row the caret would stand in the next one.
const atomAt = (column: number, { start, end }: Row, { width, atoms }: Laid): number => {
  const isWrapped = end < atoms.length && atoms[end] !== '\n'
  const last = isWrapped ? Math.max(start, end - 1) : end
  let columns = 0
  for (let index = start; index < last; index += 1) {
    columns += atomColumns(atoms[index] ?? '', width)
    if (columns > column) return index
  }
  return last
}

const shown =
  (width: number, atoms: Atoms) =>
  ({ start, end }: Row): EditorRow => ({
    start,
    end,
    text: atoms
      .slice(start, end)
      .map((atom) => atomText(atom, width))
      .join(''),
  })

const isPlain = (atom: Atom): boolean =>
  typeof atom === 'string' && atom.length === 1 && atom >= ' ' && atom <= '~'

const atomColumns = (atom: Atom, width: number): number =>
  isPlain(atom) ? 1 : textWidth(atomText(atom, width))

const atomText = (atom: Atom, width: number): string => {
  if (typeof atom !== 'string') return clipChip(chipLabel(atom), width)
  if (isPlain(atom)) return atom
  const safe = safeLine(atom)
  return textWidth(safe) > width ? '?' : safe
}

// A chip never takes more than a row.
const clipChip = (label: string, width: number): string =>
  label.length < width ? label : `${label.slice(0, Math.max(0, width - 2))}…`.slice(0, width)
