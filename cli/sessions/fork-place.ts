import * as E from 'fp-ts/lib/Either.js'
import { indexLog } from '../replay/log-index.js'
import { type FoundPlace, type LogPlaceName, parsePlace } from '../replay/log-place.js'
import { parseTurn, turnRange } from '../replay/turn-range.js'

/** The record that a fork is asked for: by its place in the log, or as the last of a turn. */
export type ForkPlace =
  | { readonly type: 'place'; readonly place: LogPlaceName }
  | { readonly type: 'turn'; readonly turn: number }

type Values = { readonly at?: string | undefined; readonly turn?: string | undefined }

/** Reads `--at` and `--turn` as `yoi replay` does; nothing where neither is given. */
export const forkPlace = ({ at, turn }: Values): E.Either<string, ForkPlace | undefined> => {
  if (at !== undefined && turn !== undefined)
    return E.left('--at and --turn cannot be given together.')
  if (turn !== undefined)
    return E.map((number: number): ForkPlace => ({ type: 'turn', turn: number }))(parseTurn(turn))
  if (at === undefined) return E.right(undefined)
  return E.map((place: LogPlaceName): ForkPlace => ({ type: 'place', place }))(
    parsePlace('--at', at),
  )
}

/** The record of that place. A number is taken as it is: the fold up to it tells what is there. */
export const findForkPlace = async (
  log: string,
  asked: ForkPlace,
): Promise<E.Either<string, FoundPlace>> => {
  if (asked.type === 'place' && asked.place.kind === 'seq') return E.right({ seq: asked.place.seq })
  if (asked.type === 'place') {
    const { found } = await indexLog(log, [{ place: asked.place, side: 'last' }])
    return found[0] ?? E.left('The log has no such record.')
  }
  return E.map(({ to }: { readonly to: number }): FoundPlace => ({ seq: to }))(
    turnRange(asked.turn, await indexLog(log)),
  )
}
