import * as E from 'fp-ts/lib/Either.js'
import type { Seq } from '../../domain/ids.js'
import { type FoundPlace, type LogPlaceName, placeWords, type WantedPlace } from './log-place.js'

/** Where a record is, as far as places need it. */
export type PlacedRecord = { readonly seq: Seq; readonly at: string; readonly hash: string }

/** Finds a place while the records of a log pass by. */
export type PlaceFinder = {
  readonly take: (record: PlacedRecord) => void
  /** The record, or a sentence; `last` is the number of the log's last record. */
  readonly found: (last: Seq | undefined) => E.Either<string, FoundPlace>
}

/** The finder of one place. */
export const placeFinder = ({ place, side }: WantedPlace): PlaceFinder => {
  switch (place.kind) {
    case 'seq':
      return { take: () => undefined, found: (last) => bySeq(place.seq, last) }
    case 'hash':
      return byHash(place.prefix)
    case 'time':
      return side === 'first' ? firstFrom(place) : lastUntil(place)
  }
}

const bySeq = (seq: Seq, last: Seq | undefined): E.Either<string, FoundPlace> => {
  if (last === undefined) return E.left('The log holds no whole group: nothing has happened in it.')
  return seq <= last
    ? E.right({ seq })
    : E.left(`There is no record #${seq}: the log has the records #0 to #${last}.`)
}

const shownMax = 5

const byHash = (prefix: string): PlaceFinder => {
  const hits: Seq[] = []
  return {
    take: ({ seq, hash }) => {
      if (hash.startsWith(prefix)) hits.push(seq)
    },
    found: () => {
      const [seq] = hits
      if (seq === undefined) return E.left(`No record has a hash that begins with ${prefix}.`)
      if (hits.length === 1) return E.right({ seq })
      const some = hits.slice(0, shownMax).map((hit) => `#${hit}`)
      return E.left(
        `The hashes of ${some.join(', ')}${hits.length > shownMax ? ' and more' : ''} begin with ${prefix}: give more of it.`,
      )
    },
  }
}

type Moment = Extract<LogPlaceName, { readonly kind: 'time' }>

// By number the last one, whatever lies between: a clock that ran ahead for a while, and was set
// back, would else hide all that came after.
const lastUntil = (place: Moment): PlaceFinder => {
  const state: { seq?: Seq; first?: string; later?: PlacedRecord; stepped?: PlacedRecord } = {}
  return {
    take: (record) => {
      state.first ??= record.at
      if (record.at > place.until) {
        state.later ??= record
        return
      }
      state.seq = record.seq
      if (state.later !== undefined) state.stepped = state.later
    },
    found: () => {
      const { seq, first, stepped } = state
      if (seq !== undefined) return E.right(withRemark(seq, stepped))
      return E.left(
        first === undefined
          ? 'The log holds no whole group: nothing has happened in it.'
          : `Nothing had happened by ${placeWords(place)}: the first record is of ${first}.`,
      )
    },
  }
}

const withRemark = (seq: Seq, stepped: PlacedRecord | undefined): FoundPlace =>
  stepped === undefined
    ? { seq }
    : {
        seq,
        remark:
          `The clock was set back in this session: #${stepped.seq}, which lies before #${seq}, ` +
          `is of ${stepped.at}. #${seq} is the last record with a time up to the one asked for.`,
      }

const firstFrom = (place: Moment): PlaceFinder => {
  const state: { seq?: Seq; last?: string } = {}
  return {
    take: ({ seq, at }) => {
      state.last = at
      if (at >= place.from) state.seq ??= seq
    },
    found: () =>
      state.seq === undefined
        ? E.left(`Nothing has happened since ${place.from}: the last record is of ${state.last}.`)
        : E.right({ seq: state.seq }),
  }
}
