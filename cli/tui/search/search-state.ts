import type { Needle } from './needle.js'

/** A line of the scrolled part: the element, and the line in it. */
export type SearchPlace = { readonly element: number; readonly line: number }

/** An element that holds the words, which of its places, and whether the way to it went round. */
export type FoundPlace = {
  readonly element: number
  readonly nth: number
  readonly isRound?: boolean
}

/** A search in the transcript, from the key that opens it to the one that ends it. */
export type Search = {
  /** `typing`: the words are being typed; `kept`: Enter was pressed, and n and N move on. */
  readonly phase: 'typing' | 'kept'
  readonly words: string
  readonly needle: Needle | undefined
  /** What was at the top when it was opened: Esc goes back there. */
  readonly origin: SearchPlace
  readonly scan: Scan
  /** The place that is shown. */
  readonly at: FoundPlace | undefined
}

/**
 * How far the blocks were looked through: those from `from` to before `below`, then those from the
 * first to before `above`. A bounded number is looked at for each message.
 */
export type Scan = {
  readonly from: number
  readonly below: number
  readonly above: number
  /** Elements that hold the words, in their order. */
  readonly hitsBelow: ReadonlyArray<number>
  readonly hitsAbove: ReadonlyArray<number>
}

/** A scan that begins with this element. */
export const scanFrom = (element: number): Scan => ({
  from: Math.max(1, element),
  below: Math.max(1, element),
  above: 1,
  hitsBelow: [],
  hitsAbove: [],
})

/** The search after `added` elements came in front: they are looked through in their turn. */
export const shiftedSearch = (added: number, search: Search | undefined): Search | undefined => {
  if (search === undefined) return undefined
  const { origin, at } = search
  return {
    ...search,
    origin: { ...origin, element: Math.max(0, origin.element + added) },
    at: at && { ...at, element: at.element + added },
    scan: scanFrom((at ?? origin).element + added),
  }
}
