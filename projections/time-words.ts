const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long something took: `0.4 s`, `12 s`, `2 min 5 s`, `1 h 3 min`. */
export const timeWords = (ms: number): string =>
  ms < 10 * second ? `${(Math.floor(ms / 100) / 10).toFixed(1)} s` : elapsedWords(ms)

/** The same with its verb. Less than a tenth of a second is none that anybody has waited: empty. */
export const tookWords = (ms: number): string => (ms < 100 ? '' : `took ${timeWords(ms)}`)

/** How long something goes on already, in whole seconds: `3 s`. */
export const elapsedWords = (ms: number): string => {
  if (ms < minute) return `${Math.floor(ms / second)} s`
  if (ms < hour) return `${Math.floor(ms / minute)} min ${Math.floor((ms % minute) / second)} s`
  return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`
}
