/** How many Pods run and how to stop them, in a sentence; nothing when none does. */
export const podsWords = (names: ReadonlyArray<string>, which: '' | 'other ' = ''): string => {
  if (names.length === 0) return ''
  const sorted = names.toSorted()
  const shown = sorted.length > 5 ? `${sorted.slice(0, 5).join(', ')}, …` : sorted.join(', ')
  const count = sorted.length === 1 ? `1 ${which}Pod runs` : `${sorted.length} ${which}Pods run`
  return `${count}: ${shown}. Stop one with: yoi ctl <pod> shutdown`
}
