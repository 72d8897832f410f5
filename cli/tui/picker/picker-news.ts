import { type Picker, selectedRow } from './picker.js'
import type { PickerRow, Preview, Reading } from './picker-row.js'
import { searchText, shownRows } from './picker-search.js'

/** What comes in while the picker is open: rows, new or with news of a known one, and previews. */
export type PickerNews =
  | { readonly type: 'rows'; readonly rows: ReadonlyArray<PickerRow>; readonly reading: Reading }
  | { readonly type: 'preview'; readonly id: string; readonly of: Preview }

/** The picker that knows the news. The row that was selected stays so, wherever it stands then. */
export const hearPicker = (state: Picker, news: PickerNews): Picker =>
  news.type === 'preview'
    ? { ...state, preview: { id: news.id, of: news.of } }
    : withRows({ ...state, reading: news.reading }, news.rows)

const withRows = (state: Picker, news: ReadonlyArray<PickerRow>): Picker => {
  const fresh = new Map(news.map((row) => [row.id, row]))
  const known = new Set(state.rows.map(({ id }) => id))
  const added = news.filter(({ id }) => !known.has(id))
  const kept = state.rows.map((row, index) => {
    const row2 = fresh.get(row.id)
    return row2 === undefined
      ? { row, text: state.searched[index] ?? '' }
      : { row: row2, text: searchText(row2) }
  })
  const all = [...kept, ...added.map((row) => ({ row, text: searchText(row) }))]
  const next = { ...state, rows: all.map(({ row }) => row), searched: all.map(({ text }) => text) }
  return onSameRow(selectedRow(state), { ...next, shown: shownRows(next) })
}

const onSameRow = (row: PickerRow | undefined, state: Picker): Picker => {
  const place = state.shown.findIndex((index) => state.rows[index]?.id === row?.id)
  const last = Math.max(0, state.shown.length - 1)
  return { ...state, selected: place === -1 ? Math.min(state.selected, last) : place }
}
