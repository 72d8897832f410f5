import type { RecordRef } from '../domain/ids.js'
import { type LogRecord, refOf } from '../domain/log/record.js'

/**
 * Where a session stands. `open`: its turn had neither come to rest nor ended when the log ended;
 * `unknown`: what the records are of says nothing of it.
 */
export type Standing = 'idle' | 'paused' | 'errored' | 'open' | 'unknown'

/** What the newest records of a log tell, without those before them. */
export type LastStanding = {
  readonly standing: Standing
  readonly head: RecordRef | undefined
  /** Turns that these records opened; one that was taken back counts. */
  readonly turns: number
}

/** Reads the newest records of a log, in their order, from the last one back. */
export const lastStanding = (records: ReadonlyArray<LogRecord>): LastStanding => ({
  standing: standingAt(records, records.length - 1),
  head: headAt(records, records.length - 1),
  turns: records.filter(opensTurn).length,
})

const standingAt = (records: ReadonlyArray<LogRecord>, at: number): Standing => {
  const place = records.findLastIndex((record, index) => index <= at && tells.has(record.type))
  const record = records[place]
  switch (record?.type) {
    case undefined:
      return 'unknown'
    case 'HeadReset':
      return standingAt(records, placeBefore(place, records, record.data.to))
    case 'TurnEnded':
      return record.data.result === 'errored' ? 'errored' : 'idle'
    case 'TurnPaused':
      return 'paused'
    case 'SessionStarted':
      return 'idle'
    default:
      return 'open'
  }
}

const headAt = (records: ReadonlyArray<LogRecord>, at: number): RecordRef | undefined => {
  const place = records.findLastIndex((record, index) => index <= at && moves.has(record.type))
  const record = records[place]
  if (record === undefined) return undefined
  return record.type === 'HeadReset'
    ? headAt(records, placeBefore(place, records, record.data.to))
    : refOf(record)
}

// A reset leads back, wherever a log that somebody made says that it does.
const placeBefore = (
  place: number,
  records: ReadonlyArray<LogRecord>,
  { seq }: RecordRef,
): number => records.findLastIndex((record, index) => index < place && record.seq <= seq)

const opensTurn = (record: LogRecord, index: number, all: ReadonlyArray<LogRecord>): boolean =>
  record.type === 'InputSubmitted' ||
  (record.type === 'InboxDelivered' &&
    !all.slice(0, index).some((one) => turnOf(one) === record.data.turn))

const turnOf = ({ data }: LogRecord): string | undefined =>
  'turn' in data && typeof data.turn === 'string' ? data.turn : undefined

type Kinds = ReadonlySet<LogRecord['type']>

// What any of these says of the turn holds until the next of them.
const tells: Kinds = new Set([
  'SessionStarted',
  'InputSubmitted',
  'InboxDelivered',
  'RoundStarted',
  'AssistantReplied',
  'ToolCallStarted',
  'ToolCallCompleted',
  'TurnPaused',
  'TurnResumed',
  'TurnEnded',
  'HeadReset',
] as const)

const moves: Kinds = new Set([
  'SessionStarted',
  'InputSubmitted',
  'InboxDelivered',
  'AssistantReplied',
  'ToolCallStarted',
  'ToolCallCompleted',
  'NoteAdded',
  'TurnLeftOut',
  'ConversationCompacted',
  'TurnPaused',
  'TurnResumed',
  'TurnEnded',
  'HeadReset',
] as const)
