import type { Line } from '../frame.js'
import { clusters } from '../text/clusters.js'
import { fitColumns } from '../text/fit-columns.js'
import { spansBy } from '../text/spans-by.js'
import { takeColumns, takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'
import { alike, wordsOf } from './picker-search.js'

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
 * The text in so many columns: all of it, or what stands around the first place of each word that a
 * search has found in it, with a `…` for what is left out; its beginning where nothing is found.
 */
export const aroundFinds = (filter: string, text: string, columns: number): string => {
  if (textWidth(text) <= columns || filter === '') return fitColumns(text, columns)
  const finds = firstFinds(filter, text)
  const [first] = finds
  const end = finds.at(-1)?.end ?? 0
  if (first === undefined || textWidth(text.slice(0, end)) < columns)
    return fitColumns(text, columns)
  const isOne = textWidth(text.slice(first.start, end)) <= columns - 2
  return pieces(isOne ? [{ start: first.start, end }] : finds, text, columns)
}

/** Whether all that a search finds in the whole text can be seen in this part of it. */
export const showsFinds = (filter: string, text: string, part: string): boolean => {
  if (filter === '') return true
  const shown = alike(part)
  const whole = alike(text)
  return wordsOf(filter).every((word) => shown.includes(word) || !whole.includes(word))
}

/** The first place of a word in a text, whole clusters. */
type Find = { readonly start: number; readonly end: number }

const pieceColumnsMin = 8

const pieces = (finds: ReadonlyArray<Find>, text: string, columns: number): string => {
  const most = Math.max(1, Math.floor(columns / pieceColumnsMin))
  const shown = finds.slice(0, most)
  const room = Math.floor((columns - 1) / shown.length) - 1
  const parts = shown.map(({ start, end }, at) => {
    const word = textWidth(text.slice(start, end))
    const from = shown[at - 1]?.end ?? 0
    const before = takeLastColumns(text.slice(from, start), Math.floor((room - word) / 3))
    const rest = text.slice(start, shown[at + 1]?.start)
    return `…${before}${takeColumns(rest, room - textWidth(before))}`
  })
  return fitColumns(`${parts.join('')}…`, columns)
}

const firstFinds = (filter: string, text: string): ReadonlyArray<Find> => {
  const owners = ownersOf(text)
  const letters = owners.map(({ letter }) => letter).join('')
  return wordsOf(filter)
    .flatMap((word) => {
      const from = letters.indexOf(word)
      const start = owners[from]?.at
      if (start === undefined) return []
      return [{ start, end: owners[from + word.length]?.at ?? text.length }]
    })
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .reduce<ReadonlyArray<Find>>(apart, [])
}

const apart = (finds: ReadonlyArray<Find>, next: Find): ReadonlyArray<Find> => {
  const last = finds.at(-1)
  if (last === undefined || next.start >= last.end) return [...finds, next]
  return [...finds.slice(0, -1), { start: last.start, end: Math.max(last.end, next.end) }]
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
