import { clusters } from '../text/clusters.js'
import type { Line } from '../frame.js'
import { alike, wordsOf } from './picker-search.js'
import { spansBy } from '../text/spans-by.js'
import { takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'

/** The line with each place marked that a search of a picker has found in it. */
export const withFinds = (filter: string, line: Line): Line => {
  const words = wordsOf(filter)
  if (words.length === 0) return line
  return line.flatMap((one) => {
    const found = foundIn(words, one.text)
    if (found.size === 0) return [one]
    return spansBy(one.text, (at) => (found.has(at) ? 'match' : one.style))
  })
}

/**
 * The text from where a find can be seen in so many columns: with less before it, behind a `…`, when
 * it begins too far to the right.
 */
export const fromFind = (filter: string, text: string, columns: number): string => {
  if (filter === '' || textWidth(text) <= columns) return text
  const found = [...foundIn(wordsOf(filter), text)]
  const first = found.reduce((least, at) => Math.min(least, at), text.length)
  if (found.length === 0 || textWidth(text.slice(0, first)) < columns / 2) return text
  return `…${takeLastColumns(text.slice(0, first), Math.floor(columns / 3))}${text.slice(first)}`
}

/** The places of the clusters that any of the words covers. */
const foundIn = (words: ReadonlyArray<string>, text: string): ReadonlySet<number> => {
  const owners = ownersOf(text)
  const letters = owners.map(({ letter }) => letter).join('')
  const covered = words.flatMap((word) =>
    placesOf(word, letters).flatMap((from) => owners.slice(from, from + word.length)),
  )
  return new Set(covered.map(({ at }) => at))
}

// A cluster may become several letters when it is made alike, as ㌔ does, or none.
const ownersOf = (
  text: string,
): ReadonlyArray<{ readonly letter: string; readonly at: number }> => {
  const owners: { readonly letter: string; readonly at: number }[] = []
  let at = 0
  for (const cluster of clusters(text)) {
    for (const letter of alike(cluster).split('')) owners.push({ letter, at })
    at += cluster.length
  }
  return owners
}

const placesOf = (word: string, letters: string): ReadonlyArray<number> => {
  const places: number[] = []
  for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + word.length))
    places.push(at)
  return places
}
