import type { Seq, TurnId } from '../../domain/ids.js'
import { resetOver, type TakenBack, takenBackBy } from '../../projections/taken-back.js'
import type { Mark } from '../../projections/timeline.js'
import { type Fate, type FateEvent, fateAfter, fateWords } from '../../projections/turn-fate.js'

/** A turn of a log: the record that opened it, the last that says how it stands, and how. */
export type TurnFacts = {
  readonly id: TurnId
  /** Counted from 1 in the order of opening. */
  readonly number: number
  readonly first: Seq
  readonly last: Seq
  readonly fate: Fate
  /** It has rested: by a stop, or because its Pod ended. */
  readonly rested?: 'paused' | 'interrupted'
}

/** All turns of a log, as far as records were taken. */
export type TurnIndex = {
  readonly take: (record: PlacedFate) => void
  readonly turns: () => ReadonlyArray<TurnFacts>
  /** The newest turn that has no ending. */
  readonly open: () => TurnFacts | undefined
  /** What is known of a record: its turn, how that stands, and what took the record back. */
  readonly markOf: (record: MarkedRecord) => Mark
}

type PlacedFate = FateEvent & { readonly seq: Seq }

/** Any record: of a later version, too. */
type MarkedRecord = { readonly seq: Seq; readonly type: string; readonly data: unknown }

/** An index of no turns; records are taken in the order of the log. */
export const turnIndex = (): TurnIndex => {
  const turns: TurnFacts[] = []
  const places = new Map<string, number>()
  const resets: TakenBack[] = []
  const index: Indexing = { turns, places, resets }
  return {
    take: (record) => take(record, index),
    turns: () => turns,
    open: () => turns.findLast(({ fate }) => openFates.has(fate)),
    markOf: (record) => markOf(record, index),
  }
}

const openFates: ReadonlySet<Fate> = new Set(['running', 'paused', 'interrupted'] as const)

// Changed in place: a long log has a hundred thousand turns.
type Indexing = {
  readonly turns: TurnFacts[]
  readonly places: Map<string, number>
  readonly resets: TakenBack[]
  /** The newest turn that a Submit closed, as it was before: a reset of that Submit brings it back. */
  closed?: TurnFacts & { readonly closedAt: Seq }
}

const take = (record: PlacedFate, index: Indexing): void => {
  const { seq } = record
  const id = record.data.turn
  const known = index.turns[index.places.get(id) ?? -1]
  if (record.type === 'HeadReset' && !takesBack(record, known)) return
  const turn = known ?? { id, number: index.turns.length + 1, first: seq, last: seq }
  if (record.type === 'TurnEnded' && record.data.by === 'run' && known !== undefined)
    index.closed = { ...known, closedAt: seq }
  const fate = fateOf(record, known)
  put({ ...turn, last: seq, fate, ...restedOf(fate, known) }, index)
  if (record.type === 'HeadReset') takeReset(record, index)
}

// Only a turn that runs goes back, and only to before its Submit: no other reset changes anything.
const takesBack = (
  { data }: Extract<PlacedFate, { readonly type: 'HeadReset' }>,
  known: TurnFacts | undefined,
): boolean => known?.fate === 'running' && data.to.seq < known.first

// Delivered into a turn that is open, news change nothing of it.
const fateOf = (record: FateEvent, known: TurnFacts | undefined): Fate =>
  record.type === 'InboxDelivered' && known !== undefined ? known.fate : fateAfter(record)

const restedOf = (fate: Fate, known: TurnFacts | undefined): Pick<TurnFacts, 'rested'> =>
  fate === 'interrupted' || (fate === 'paused' && known?.rested === undefined)
    ? { rested: fate }
    : {}

const put = (turn: TurnFacts, { turns, places }: Indexing): void => {
  places.set(turn.id, turn.number - 1)
  turns[turn.number - 1] = turn
}

const takeReset = (
  record: Extract<PlacedFate, { readonly type: 'HeadReset' }>,
  index: Indexing,
): void => {
  index.resets.push(takenBackBy(record))
  const { closed } = index
  if (closed === undefined || closed.closedAt <= record.data.to.seq) return
  const { closedAt: _, ...before } = closed
  put({ ...before, last: record.seq }, index)
}

const markOf = (record: MarkedRecord, { turns, places, resets }: Indexing): Mark => {
  const reset = resetOver(resets, record)
  const turn = turns[places.get(turnIdOf(record.data)) ?? -1]
  return {
    ...(turn === undefined ? {} : { turn: turn.number, fate: turn.fate }),
    ...(turn?.first === record.seq ? { title: turnTitle(turn) } : {}),
    ...(reset === undefined ? {} : { takenBackBy: reset.reset }),
  }
}

// A turn in words: `turn 3, cancelled, had been paused`.
const turnTitle = ({ number, fate, rested }: TurnFacts): string => {
  const words = fateWords[fate]
  const rest = rested === undefined || rested === fate ? '' : restWords[rested]
  return `turn ${number}${words === '' ? '' : `, ${words}`}${rest === '' ? '' : `, ${rest}`}`
}

const restWords = { paused: 'had been paused', interrupted: 'had been interrupted' } as const

const turnIdOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'turn' in data ? String(data.turn) : ''
