import * as E from 'fp-ts/lib/Either.js'
import { type ScannedLine, scanLog } from '../../adapters/log/scan-log.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Hash, RecordRef, Seq } from '../../domain/ids.js'
import { checkLine } from '../../domain/log/chain.js'
import { type FateEvent, fateTypes, isFateEvent } from '../../projections/turn-fate.js'
import type { FoundPlace, WantedPlace } from './log-place.js'
import { type PlaceFinder, placeFinder } from './place-finder.js'
import { type TurnIndex, turnIndex } from './turn-index.js'

/** What a look over a log gives before it is read. */
export type LogIndex = {
  readonly turns: TurnIndex
  /** The last record of the last whole group; undefined when there is none. */
  readonly tip: RecordRef | undefined
  /** The places that were asked for, in their order; each with its record or a sentence why not. */
  readonly found: ReadonlyArray<E.Either<string, FoundPlace>>
}

/**
 * Looks over a log once: finds its turns, how each stands at the end, what was taken back, and these
 * places. Only records that say how a turn stands are checked and decoded; a torn tail never counts.
 */
export const indexLog = async (
  path: string,
  wanted: ReadonlyArray<WantedPlace> = [],
): Promise<LogIndex> => {
  const looking: Looking = {
    turns: turnIndex(),
    finders: wanted.map(placeFinder),
    group: [],
    tip: undefined,
  }
  for await (const lines of scanLog(path)) for (const line of lines) look(line, looking)
  const { turns, tip, finders } = looking
  return { turns, tip, found: finders.map((finder) => finder.found(tip?.seq)) }
}

type Looking = {
  readonly turns: TurnIndex
  readonly finders: ReadonlyArray<PlaceFinder>
  /** The lines of a group that is not whole yet. */
  group: Seen[]
  tip: RecordRef | undefined
}

type Seen = {
  readonly seq: Seq
  readonly at: string
  readonly hash: string
  readonly fate: (FateEvent & { readonly seq: Seq }) | undefined
}

const look = (line: ScannedLine, looking: Looking): void => {
  const { seq, at, hash, more } = line
  looking.group.push({ seq, at, hash, fate: fateIn(line) })
  if (more > 0) return
  for (const seen of looking.group) {
    for (const finder of looking.finders) finder.take(seen)
    if (seen.fate !== undefined) looking.turns.take(seen.fate)
  }
  looking.tip = { seq, hash: hash as Hash }
  looking.group = []
}

const check = checkLine(sha256)

// It is checked as if the line before it were the one that it names: a wrong one is told later.
const fateIn = ({ type, bytes, seq, prev }: ScannedLine): Seen['fate'] => {
  if (!fateTypes.has(type)) return undefined
  const before = seq === 0 ? undefined : { seq: seq - 1, hash: prev as Hash }
  const checked = check(bytes, before)
  if (E.isLeft(checked) || !checked.right.known) return undefined
  const { record } = checked.right
  return isFateEvent(record) ? record : undefined
}
