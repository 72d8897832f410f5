import * as E from 'fp-ts/lib/Either.js'
import type { LogIndex } from './log-index.js'
import type { RecordRange } from './record-range.js'

/** Reads the number of a turn: from 1, or from -1 backwards. Left: what is allowed. */
export const parseTurn = (text: string): E.Either<string, number> =>
  /^-?[1-9]\d{0,8}$/.test(text)
    ? E.right(Number(text))
    : E.left(
        `--turn ${JSON.stringify(text)} is no turn: give a whole number, 1 for the first turn, or ` +
          '--turn=-1 for the last.',
      )

/** The records of a turn; those of one that is open go on to the end of the log. */
export const turnRange = (
  turn: number,
  { turns, tip }: LogIndex,
): E.Either<string, RecordRange> => {
  const all = turns.turns()
  const facts = all.at(turn > 0 ? turn - 1 : turn)
  if (facts === undefined) {
    const count = all.length === 1 ? '1 turn' : `${all.length} turns`
    return E.left(`There is no turn ${turn}: the session has ${count}.`)
  }
  const open = facts.fate === 'running'
  return E.right({ from: facts.first, to: open ? (tip?.seq ?? facts.last) : facts.last })
}
