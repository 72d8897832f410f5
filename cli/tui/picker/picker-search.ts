import type { PickerRow, SaidSearch } from './picker-row.js'

/** What of a row a search looks in: all that is shown of it, its whole id, and a line found in it. */
export const searchText = (row: PickerRow, found = ''): string => {
  const { id, name, mark = '', place, detail, blocked = '' } = row
  return alike([id, name, mark, place, detail, blocked, found].join('\n'))
}

/** The row with the line that was found in it in place of its last words, where it is found by that. */
export const shownDetail = (
  { filter, said }: { readonly filter: string; readonly said: SaidSearch | undefined },
  row: PickerRow,
): PickerRow => {
  const found = filter === '' ? undefined : said?.found.get(row.id)
  return found === undefined || holdsAll(wordsOf(filter), searchText(row))
    ? row
    : { ...row, detail: found }
}

/** Rows, the text of each, what is searched, and how many are shown while nothing is. */
export type Searched = {
  readonly rows: ReadonlyArray<PickerRow>
  readonly searched: ReadonlyArray<string>
  readonly filter: string
  readonly firstRows: number
}

/** The rows that hold every word of the filter, as their places; without a filter the first ones. */
export const shownRows = ({
  rows,
  searched,
  filter,
  firstRows,
}: Searched): ReadonlyArray<number> => {
  const places = rows.map((_, index) => index)
  const words = wordsOf(filter)
  if (words.length === 0) return places.slice(0, firstRows)
  return places.filter((index) => holdsAll(words, searched[index] ?? ''))
}

/** Whether the text, made alike, holds all of these words. */
export const holdsAll = (words: ReadonlyArray<string>, text: string): boolean =>
  words.every((word) => text.includes(word))

/** The words of a filter, as they are compared. */
export const wordsOf = (filter: string): ReadonlyArray<string> =>
  alike(filter)
    .split(/\s+/)
    .filter((word) => word !== '')

const katakana = /[\u30a1-\u30f6]/g
const toHiragana = -0x60

/** The text in which what a person would take for the same is the same: width, case, kana. */
export const alike = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) + toHiragana))
