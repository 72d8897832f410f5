import { structuredPatch } from 'diff'

/** A line of a difference. `line`: its number in the file, where known; `pair`: what it was or became. */
export type DiffRow =
  | {
      readonly kind: 'same' | 'added' | 'removed'
      readonly line: number | undefined
      readonly text: string
      readonly pair?: string
    }
  | { readonly kind: 'gap' }
  | { readonly kind: 'note'; readonly text: string }

type Changed = Extract<DiffRow, { readonly text: string; readonly line: unknown }>

/** The rows of a unified diff without file names, as the tools give it. */
export const diffRows = (diff: string): ReadonlyArray<DiffRow> => {
  const rows: DiffRow[] = []
  let [before, after] = [0, 0]
  for (const text of diff.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text)
    if (hunk !== null) {
      if (rows.length > 0) rows.push({ kind: 'gap' })
      before = Number(hunk[1])
      after = Number(hunk[2])
      continue
    }
    rows.push(rowOf(text, before, after))
    if (!/^[+\\[]/.test(text)) before += 1
    if (!/^[-\\[]/.test(text)) after += 1
  }
  return paired(withoutReturns(rows.filter(isSaidLast)))
}

// A diff says of either side that it has no last newline; once is enough.
const isSaidLast = (row: DiffRow, at: number, rows: ReadonlyArray<DiffRow>): boolean =>
  row.kind !== 'note' ||
  !rows.slice(at + 1).some((later) => later.kind === 'note' && later.text === row.text)

const rowOf = (text: string, before: number, after: number): DiffRow => {
  const rest = text.slice(1)
  if (text.startsWith('+')) return { kind: 'added', line: after, text: rest }
  if (text.startsWith('-')) return { kind: 'removed', line: before, text: rest }
  if (text.startsWith('\\') || text.startsWith('['))
    return { kind: 'note', text: text.replace(/^\\ /, '') }
  return { kind: 'same', line: after, text: rest }
}

/** A file that is new: every line added. */
export const newFileRows = (content: string): ReadonlyArray<DiffRow> =>
  content === ''
    ? []
    : withoutReturns(
        content
          .replace(/\n$/, '')
          .split('\n')
          .map((text, index) => ({ kind: 'added', line: index + 1, text })),
      )

const editsMax = 500

/** What an Edit asks for, before it is known where in the file it stands. */
export const askedRows = (before: string, after: string): ReadonlyArray<DiffRow> => {
  const options = { context: 2, maxEditLength: editsMax }
  const patch = structuredPatch('', '', before, after, '', '', options)
  const rows =
    patch === undefined
      ? paired([...allOf('removed', before), ...allOf('added', after)])
      : diffRows(patch.hunks.flatMap(({ lines }) => ['@@ -0 +0 @@', ...lines]).join('\n'))
  return rows.flatMap((row): ReadonlyArray<DiffRow> => {
    if (row.kind === 'note') return []
    return [row.kind === 'gap' ? row : { ...row, line: undefined }]
  })
}

const allOf = (kind: 'added' | 'removed', text: string): ReadonlyArray<DiffRow> =>
  text === '' ? [] : text.split('\n').map((one) => ({ kind, line: undefined, text: one }))

const isChanged = (row: DiffRow): row is Changed => row.kind === 'added' || row.kind === 'removed'

// A file whose lines all end in CR LF has no mark at each of them.
const withoutReturns = (rows: ReadonlyArray<DiffRow>): ReadonlyArray<DiffRow> =>
  rows.every((row) => row.kind === 'gap' || row.kind === 'note' || row.text.endsWith('\r'))
    ? rows.map((row) => ('text' in row ? { ...row, text: row.text.replace(/\r$/, '') } : row))
    : rows

/** Removed lines that are followed by added ones, each with the one in its place. */
const paired = (rows: ReadonlyArray<DiffRow>): ReadonlyArray<DiffRow> => {
  const out = [...rows]
  let start = 0
  while (start < rows.length) {
    const removed = runOf('removed', start, rows)
    const added = runOf('added', start + removed, rows)
    for (let n = 0; n < Math.min(removed, added); n += 1) {
      const [gone, come] = [rows[start + n], rows[start + removed + n]]
      if (gone === undefined || come === undefined || !isChanged(gone) || !isChanged(come)) break
      out[start + n] = { ...gone, pair: come.text }
      out[start + removed + n] = { ...come, pair: gone.text }
    }
    start += Math.max(1, removed + added)
  }
  return out
}

const runOf = (kind: DiffRow['kind'], start: number, rows: ReadonlyArray<DiffRow>): number => {
  let end = start
  while (rows[end]?.kind === kind) end += 1
  return end - start
}
