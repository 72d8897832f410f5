import type { Block } from '../../../projections/transcript/block.js'
import type { Style } from '../frame.js'

/** One thing to pick, in the pieces that the view arranges by the room that there is. */
export type PickerRow = {
  readonly id: string
  /** The short name of it. */
  readonly name: string
  readonly age: string
  /** When it was used, in ms since 1970; rows that say so stand in this order, the last one first. */
  readonly usedMs?: number
  /** What is going on with it now, such as the Pod that holds it. */
  readonly mark?: string
  /** How that looks, if it is not well. */
  readonly markStyle?: 'warning'
  /** A path; its end tells most. */
  readonly place: string
  readonly detail: string
  /** Why it cannot be picked. */
  readonly blocked?: string
  /** What can be done with it then, as the end of a sentence without its full stop. */
  readonly advice?: string
}

/** What is shown of a row beside the list. */
export type Preview = {
  readonly facts: ReadonlyArray<Fact>
  /** The newest of its transcript. */
  readonly blocks: ReadonlyArray<Block>
}

/** A line about a row. Of a path the end is kept where there is no room; other text is wrapped. */
export type Fact = { readonly text: string; readonly style: Style; readonly isPath?: boolean }

/** How far what a search looks through has been read; `part`: there is more than is ever read. */
export type Reading = 'first' | 'more' | 'part' | 'all'

/** A search through all that was said: how far it is, for which words, and what it has found. */
export type SaidSearch = {
  readonly filter: string
  /** `part`: there is more than is ever looked through. */
  readonly reading: 'more' | 'part' | 'all'
  /** The line that was found, by the id of its row; also of rows that are not here yet. */
  readonly found: ReadonlyMap<string, string>
}

/** A search through what was said that has found nothing yet. */
export const nothingSaid: SaidSearch = { filter: '', reading: 'more', found: new Map() }
