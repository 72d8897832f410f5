import * as E from 'fp-ts/lib/Either.js'
import type { Seq } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { toArray } from '../../domain/list.js'
import type { LogProblem, LogReading } from '../../domain/log/reading.js'
import type { ForeignRecord, LogRecord } from '../../domain/log/record.js'
import type { LogReader } from '../../domain/ports.js'
import { evolve } from '../../domain/session/evolve.js'
import { initialState, type State } from '../../domain/session/state.js'
import type { Item } from '../../domain/turn/item.js'
import { type UsageTotals, usage } from '../../projections/usage.js'
import { isSlim, slimmed, withoutTalk } from './slim-state.js'

/** A session as it stood at one record. */
export type Standing = {
  /** The fold of all records up to it. Items of a long conversation may lack their content. */
  readonly state: State
  readonly record: LogRecord | ForeignRecord
  /** Of the whole session, taken-back turns included. */
  readonly used: UsageTotals
  /** Events of a later version up to there: what they meant is not in the state. */
  readonly foreign: ReadonlyArray<string>
  /** The items of the conversation in their order, with their content. */
  readonly items: () => AsyncGenerator<Item>
}

/** Which log, which record, and how many bytes of items may be held. */
export type StandingPlace = {
  readonly reader: LogReader
  readonly log: string
  readonly seq: Seq
  readonly heldBytesMax?: number
}

/**
 * Folds a log up to a record, the same fold as a Pod's. Only so much of the conversation is held;
 * the rest is read again when its items are asked for. Left: the damage that lies in front of it.
 */
export const standingAt = async (
  place: StandingPlace,
): Promise<E.Either<LogProblem, Standing | undefined>> => {
  const foreign: string[] = []
  let used = usage.initial
  for await (const step of foldTo(place, within(place))) {
    if (step.type === 'problem') return E.left(step.problem)
    if (step.type === 'foreign') foreign.push(step.record.type)
    else used = usage.apply(used, step.record)
    if (step.record.seq < place.seq) continue
    const { state, record } = step
    return E.right({ state, record, used, foreign, items: () => itemsOf(state, place) })
  }
  return E.right(undefined)
}

const within =
  ({ heldBytesMax = limits.replayHeldBytes }: StandingPlace): Keep =>
  (before, after, bytesRead) =>
    bytesRead > heldBytesMax ? slimmed(before, after) : after

type Step =
  | { readonly type: 'problem'; readonly problem: LogProblem }
  | {
      readonly type: 'known'
      readonly record: LogRecord
      readonly state: State
      readonly whole: State
    }
  | { readonly type: 'foreign'; readonly record: ForeignRecord; readonly state: State }

/** What is kept of the state after a record, given the bytes read so far. */
type Keep = (before: State, after: State, bytesRead: number) => State

// `whole` still has the content of what the newest record added.
async function* foldTo({ reader, log, seq }: StandingPlace, keep: Keep): AsyncGenerator<Step> {
  let state: State = initialState
  let bytesRead = 0
  for await (const reading of reader.read(log, { onProblem: 'stop' })) {
    if (reading.type === 'problem') yield { type: 'problem', problem: reading.problem }
    if (reading.type !== 'group') return
    bytesRead += bytesOf(reading)
    for (const line of reading.lines) {
      if (!line.known) {
        yield { type: 'foreign', record: line.record, state }
      } else {
        const whole = evolve(state, line.record)
        state = keep(state, whole, bytesRead)
        yield { type: 'known', record: line.record, state, whole }
      }
      if (line.record.seq >= seq) return
    }
  }
}

const bytesOf = ({ lines, next }: Extract<LogReading, { readonly type: 'group' }>): number =>
  next.offset - (lines[0]?.offset ?? next.offset)

// Every item was the newest once; those that have lost their content are met again in their order.
async function* itemsOf(state: State, place: StandingPlace): AsyncGenerator<Item> {
  const again = itemsAgain(state, place)
  try {
    for (const item of toArray(state.conversation.items)) {
      const met = isSlim(item) ? (await again.next()).value : item
      if (met !== undefined) yield met
    }
  } finally {
    await again.return(undefined)
  }
}

async function* itemsAgain(state: State, place: StandingPlace): AsyncGenerator<Item, undefined> {
  const wanted = toArray(state.conversation.items).flatMap((item) =>
    isSlim(item) ? [item.seq] : [],
  )
  let next = 0
  for await (const step of foldTo(place, (_, after) => withoutTalk(after))) {
    if (next >= wanted.length) return undefined
    if (step.type !== 'known' || step.record.seq !== wanted[next]) continue
    const item = step.whole.conversation.items.last.at(-1)
    if (item === undefined) continue
    next += 1
    yield item
  }
  return undefined
}
