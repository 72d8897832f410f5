import type { Picker } from './picker.js'

/** How far a search is: it goes on, it has passed over what is oldest, or it is through all. */
export const lookingOf = (
  state: Pick<Picker, 'filter' | 'reading' | 'said'>,
): 'more' | 'part' | 'all' => {
  const { filter, reading, said } = state
  const rows = reading === 'first' ? 'more' : reading
  const words = said === undefined ? 'all' : said.filter === filter ? said.reading : 'more'
  if (rows === 'more' || words === 'more') return 'more'
  return rows === 'part' || words === 'part' ? 'part' : 'all'
}
