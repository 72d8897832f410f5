import { fitsAll, type StatusPart } from './status-parts.js'

type Parts = ReadonlyArray<StatusPart>
type Rows = ReadonlyArray<Parts>
type Room = { readonly width: number; readonly rows: number }

/** The state and what two keys do, and which of these goes first where there is no room for both. */
export type DoingParts = {
  readonly state: StatusPart
  readonly enter: StatusPart
  readonly interrupt: StatusPart
  readonly goesFirst: 'enter' | 'interrupt'
}

/**
 * The parts in as few rows as hold them all; first in words, then in the shortest form there is. What
 * has no room in any way goes, the least needed first.
 */
export const doingRows = (parts: DoingParts, room: Room): Rows => {
  for (const some of byNeed(parts)) {
    const said = some.filter(({ forms }) => (forms[0] ?? '') !== '')
    const rows = inWords(said, room) ?? inWords(said.map(compacted), room)
    if (rows !== undefined) return rows
  }
  return [[parts.state]]
}

const byNeed = ({ state, enter, interrupt, goesFirst }: DoingParts): ReadonlyArray<Parts> => {
  const [first, second] = goesFirst === 'enter' ? [interrupt, enter] : [enter, interrupt]
  return [[state, enter, interrupt], [state, first], [state, second], [state]]
}

const inWords = (parts: Parts, { width, rows }: Room): Rows | undefined =>
  divisions(parts).find(
    (division) => division.length <= rows && division.every((row) => fitsAll(row, width)),
  )

const compacted = (part: StatusPart): StatusPart =>
  part.compact === undefined ? part : { ...part, forms: [...part.forms, part.compact(part.forms)] }

/** The ways to divide the parts into rows: the fewer the better, the first beside another one. */
const divisions = (parts: Parts): ReadonlyArray<Rows> => {
  const [state, first, second] = parts
  if (state === undefined) return []
  if (first === undefined) return [[[state]]]
  if (second === undefined) return [[[state, first]], [[state], [first]]]
  return [
    [[state, first, second]],
    [[state, first], [second]],
    [[state, second], [first]],
    [[state], [first, second]],
    [[state], [first], [second]],
  ]
}
