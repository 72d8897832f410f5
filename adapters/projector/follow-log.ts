import { append, emptyList, type List } from '../../domain/list.js'
import {
  type LogPlace,
  type LogProblem,
  type LogReading,
  logStart,
} from '../../domain/log/reading.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { LogReader } from '../../domain/ports.js'
import type { SessionFiles } from '../../domain/projection.js'

/** A fold of a log with the place where it stands. `foreign`: it met what this version ignores. */
export type Followed<S> = {
  readonly place: LogPlace
  readonly state: S
  /** Where the line before `place` begins, and the record that opened each turn. */
  readonly lastLine: number
  readonly turns: List<number>
  readonly foreign?: string
}

/** A fold before the first record. */
export const notFollowed = <S>(files: SessionFiles<S>): Followed<S> => ({
  place: logStart,
  state: files.view.initial,
  lastLine: 0,
  turns: emptyList,
})

/** What a log is read with. */
export type Following<S> = {
  readonly reader: LogReader
  readonly log: string
  readonly files: SessionFiles<S>
  /** Called when the log does not go on from where the fold stands. */
  readonly onAnew?: () => void
}

/**
 * Follows the log to its present end; costs what is new. When the log does not go on from where
 * the fold stands (it was cut or replaced), it is folded anew. Gives the problem that ended it.
 */
export const followLog = async <S>(
  following: Following<S>,
  from: Followed<S>,
): Promise<Followed<S> | LogProblem> => {
  const followed = await readOn(following, from)
  if (!isProblem(followed) || from.place.offset === 0) return followed
  following.onAnew?.()
  return readOn(following, notFollowed(following.files))
}

/** Whether following ended at a problem of the log and not at its end. */
export const isProblem = (outcome: object): outcome is LogProblem => 'message' in outcome

const readOn = async <S>(
  { reader, log, files }: Following<S>,
  from: Followed<S>,
): Promise<Followed<S> | LogProblem> => {
  let followed = from
  for await (const reading of reader.read(log, { from: from.place })) {
    if (reading.type === 'problem') return reading.problem
    if (reading.type === 'group') followed = withGroup(files, followed, reading)
  }
  return followed
}

type Group = Extract<LogReading, { readonly type: 'group' }>

/** The fold after one more whole group. */
export const withGroup = <S>(
  files: SessionFiles<S>,
  from: Followed<S>,
  group: Group,
): Followed<S> => {
  let followed = from
  for (const line of group.lines)
    followed = line.known
      ? withRecord(files, { ...followed, lastLine: line.offset }, line.record)
      : { ...followed, lastLine: line.offset, foreign: line.record.type }
  return { ...followed, place: group.next }
}

const withRecord = <S>(
  files: SessionFiles<S>,
  followed: Followed<S>,
  record: LogRecord,
): Followed<S> => {
  const state = files.view.apply(followed.state, record)
  const opens = openers.has(record.type) && files.turn(state) !== files.turn(followed.state)
  return {
    ...followed,
    state,
    turns: opens ? append(followed.turns, followed.lastLine) : followed.turns,
    ...(isNewer(record) ? { foreign: 'a newer format' } : {}),
  }
}

const openers: ReadonlySet<LogRecord['type']> = new Set([
  'InputSubmitted',
  'InboxDelivered',
] as const)

const isNewer = (record: LogRecord): boolean =>
  record.type === 'SessionStarted' && record.data.format > 1
