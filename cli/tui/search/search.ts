import type { TuiState } from '../state.js'
import { documentOf, endPlace, isBefore, type Place, placeBeyond } from '../transcript/document.js'
import { viewportHeight } from '../view.js'
import { matchesOf } from './matches-of.js'
import { needleOf } from './needle.js'
import { hitsOf, isScanning, scanOn } from './scan-blocks.js'
import { type Search, scanFrom } from './search-state.js'

/** Opens a search at the place that is held, with the first of its words. */
export const openSearch = (words: string, state: TuiState): TuiState => {
  const { scroll } = state
  if (scroll.tag !== 'held') return state
  const { element, line } = scroll
  const search: Search = {
    phase: 'typing',
    words: '',
    needle: undefined,
    origin: { element, line },
    scan: scanFrom(element),
    at: undefined,
  }
  return sought(words, { ...state, search })
}

/** The state with other words to look for: from where the search was opened. */
export const sought = (words: string, state: TuiState): TuiState => {
  const { search } = state
  if (search === undefined) return state
  const { origin } = search
  const scroll = { tag: 'held', ...origin } as const
  const next = { words, needle: needleOf(words), scan: scanFrom(origin.element), at: undefined }
  return lookOn({ ...state, scroll, search: { ...search, ...next } })
}

/** Whether there is a part of the transcript that the search has not looked through. */
export const isLooking = ({ search, transcript }: TuiState): boolean =>
  search?.needle !== undefined && isScanning(transcript.blocks, search.scan)

/**
 * A bounded step of the search. The first place from where it was opened on is shown; where there is
 * none, the nearest above.
 */
export const lookOn = (state: TuiState): TuiState => {
  const { search, transcript } = state
  if (search?.needle === undefined || !isLooking(state)) return state
  const scan = scanOn(search.needle, transcript.blocks, search.scan)
  const next = { ...state, search: { ...search, scan } }
  const [below] = scan.hitsBelow
  if (search.at !== undefined) return next
  if (below !== undefined) return showPlace(below, nthFrom(search.origin, below, next), next)
  const above = isLooking(next) ? undefined : scan.hitsAbove.at(-1)
  return above === undefined ? next : showHit(above, 'last', next)
}

// The search may have been opened far within a block: what is above the screen is not the next.
const nthFrom = (origin: Place, element: number, state: TuiState): number => {
  if (element !== origin.element) return 0
  const places = matchesOf(element, state)
  const nth = places.findIndex(({ line }) => line >= origin.line)
  return nth >= 0 ? nth : Math.max(0, places.length - 1)
}

/** Whether the shown place has none before it in what is loaded. */
export const isFirstHit = (state: TuiState): boolean => {
  const { search } = state
  if (search === undefined || isLooking(state)) return false
  const first = hitsOf(search.scan)[0]
  return first === undefined || (search.at?.element === first && search.at.nth <= 0)
}

/** The state at the next place (1) or the one before (-1), from the last on to the first. */
export const moveHit = (by: 1 | -1, state: TuiState): TuiState => {
  const { search } = state
  if (search === undefined) return state
  const { at, scan } = search
  const hits = hitsOf(scan)
  if (at !== undefined && hits.includes(at.element)) {
    const nth = at.nth + by
    if (nth >= 0 && nth < placesIn(at.element, state)) return showPlace(at.element, nth, state)
  }
  const element = nextHit(by, at?.element ?? 0, hits)
  if (element === undefined) return state
  const next = showHit(element, by === 1 ? 'first' : 'last', state)
  return at !== undefined && by * (element - at.element) <= 0 ? goneRound(next) : next
}

const goneRound = (state: TuiState): TuiState => {
  const { search } = state
  if (search?.at === undefined) return state
  return { ...state, search: { ...search, at: { ...search.at, isRound: true } } }
}

const nextHit = (by: 1 | -1, from: number, hits: ReadonlyArray<number>): number | undefined =>
  by === 1
    ? (hits.find((hit) => hit > from) ?? hits[0])
    : (hits.findLast((hit) => hit < from) ?? hits.at(-1))

const placesIn = (element: number, state: TuiState): number => matchesOf(element, state).length

const showHit = (element: number, which: 'first' | 'last', state: TuiState): TuiState =>
  showPlace(element, which === 'first' ? 0 : Math.max(0, placesIn(element, state) - 1), state)

// What is folded away has no line: then the start of its block is shown.
const showPlace = (element: number, nth: number, state: TuiState): TuiState => {
  const { search } = state
  if (search === undefined) return state
  const line = matchesOf(element, state)[nth]?.line ?? 0
  return shown({ element, line }, { ...state, search: { ...search, at: { element, nth } } })
}

/** The state scrolled so that the place is in view; unmoved where it is already. */
const shown = (place: Place, state: TuiState): TuiState => {
  const document = documentOf(state)
  const height = viewportHeight(state)
  const end = endPlace(document, height)
  const top = state.scroll.tag === 'held' ? state.scroll : end
  const isInView = !isBefore(place, top) && isBefore(place, placeBeyond(document, top, height))
  if (isInView) return state
  const wanted = placeBeyond(document, place, -Math.floor(height / 3))
  return { ...state, scroll: { tag: 'held', ...(isBefore(wanted, end) ? wanted : end) } }
}
