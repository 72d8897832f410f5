import { type Picker, selectedRow } from './picker.js'
import type { PickerRow, Preview, Reading, SaidSearch } from './picker-row.js'
import { searchText, shownRows } from './picker-search.js'

/** What comes in while the picker is open: rows, new or with news of a known one, and previews. */
export type PickerNews =
  | { readonly type: 'rows'; readonly rows: ReadonlyArray<PickerRow>; readonly reading?: Reading }
  | { readonly type: 'preview'; readonly id: string; readonly of: Preview }
  | ({ readonly type: 'said' } & SaidSearch)

/**
 * The picker that knows the news. The row that was selected stays so, wherever it stands then; of a
 * search in which nobody has moved yet it is the first one.
 */
export const hearPicker = (state: Picker, news: PickerNews): Picker => {
  switch (news.type) {
    case 'rows':
      return withRows({ ...state, reading: news.reading ?? state.reading }, news.rows)
    case 'preview':
      return { ...state, preview: { id: news.id, of: news.of } }
    case 'said':
      return withSaid(state, news)
  }
}

const withRows = (state: Picker, news: ReadonlyArray<PickerRow>): Picker => {
  const fresh = new Map(news.map((row) => [row.id, row]))
  const known = new Set(state.rows.map(({ id }) => id))
  const added = news.filter(({ id }) => !known.has(id))
  const text = (row: PickerRow) => searchText(row, state.said?.found.get(row.id))
  const kept = state.rows.map((row, index) => {
    const newer = fresh.get(row.id)
    return newer === undefined
      ? { row, text: state.searched[index] ?? '' }
      : { row: newer, text: text(newer) }
  })
  const all = [...kept, ...added.map((row) => ({ row, text: text(row) }))].toSorted(byUse)
  const next = { ...state, rows: all.map(({ row }) => row), searched: all.map((one) => one.text) }
  return onSameRow(selectedRow(state), { ...next, shown: shownRows(next) })
}

// Those that do not say when stay in the order in which they came.
const byUse = (a: { readonly row: PickerRow }, b: { readonly row: PickerRow }): number =>
  (b.row.usedMs ?? 0) - (a.row.usedMs ?? 0)

// What was found for other words may hold these, too.
const withSaid = (state: Picker, { filter, reading, found: news }: SaidSearch): Picker => {
  const found = new Map([...(state.said?.found ?? []), ...news])
  const searched = state.rows.map((row, index) =>
    news.has(row.id) ? searchText(row, news.get(row.id)) : (state.searched[index] ?? ''),
  )
  const next = { ...state, said: { filter, reading, found }, searched }
  return onSameRow(selectedRow(state), { ...next, shown: shownRows(next) })
}

const onSameRow = (row: PickerRow | undefined, state: Picker): Picker => {
  if (state.filter !== '' && !state.hasMoved) return { ...state, selected: 0 }
  const place = state.shown.findIndex((index) => state.rows[index]?.id === row?.id)
  const last = Math.max(0, state.shown.length - 1)
  return { ...state, selected: place === -1 ? Math.min(state.selected, last) : place }
}
