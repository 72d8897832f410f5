import type { RecordRef, SessionId } from '../domain/ids.js'
import { limits } from '../domain/limits.js'
import { append, emptyList, type List, toArray } from '../domain/list.js'
import { endsGroup } from '../domain/log/group.js'
import type { LogProblem, LogReading } from '../domain/log/reading.js'
import { refOf } from '../domain/log/record.js'
import { type BoundedState, boundedAfter, startBounded } from './bounded-state.js'
import { type Repairs, repairsOf } from './repairs-of.js'

/** What `yoi verify` says of one log. */
export type HealthReport = {
  readonly session: SessionId
  /** Every hash, prev, seq, group and shape holds; a torn tail leaves it true. */
  readonly intact: boolean
  /** The log still holds what its checkpoint saw. */
  readonly complete: boolean | 'unknown'
  readonly records: number
  readonly tip: RecordRef | null
  readonly head: RecordRef | null
  /** The first problems, in the order of the file. */
  readonly problems: ReadonlyArray<LogProblem>
  /** How many more there are. */
  readonly problems_left_out?: number
  /** Of a log that is not intact: the last record that a fork may be made at, if there is one. */
  readonly last_good?: RecordRef | null
  /** Null for a conversation that is longer than any request. */
  readonly repairs: Repairs | null
}

/** What is known of a log after part of it has been read; its size does not grow with the log. */
export type Health = {
  readonly records: number
  readonly tip?: RecordRef
  readonly intact: boolean
  /** The last record of the whole groups in front of the first damage. */
  readonly good?: RecordRef
  readonly problems: List<LogProblem>
  readonly leftOut: number
  readonly bounded: BoundedState
}

export const startHealth: Health = {
  records: 0,
  intact: true,
  problems: emptyList,
  leftOut: 0,
  bounded: startBounded,
}

/** What is known after one more reading. A torn tail is a problem like others, with its length. */
export const healthAfter = (health: Health, reading: LogReading): Health => {
  switch (reading.type) {
    case 'group':
      return afterGroup(health, reading)
    case 'problem':
      return { ...withProblem(health, reading.problem), intact: false }
    case 'torn':
      return withProblem(health, tornProblem(reading))
  }
}

type Group = Extract<LogReading, { readonly type: 'group' }>

// What is left of a damaged group comes as a group too, and does not end as one.
const afterGroup = (health: Health, { lines, next }: Group): Health => {
  const last = lines.at(-1)
  if (last === undefined) return health
  const tip = refOf(last.record)
  return {
    ...health,
    records: health.records + lines.length,
    tip,
    ...(health.intact && endsGroup(last.record) ? { good: tip } : {}),
    bounded: lines.reduce((bounded, line, index) => {
      const bytes = (lines[index + 1]?.offset ?? next.offset) - line.offset
      return line.known ? boundedAfter(bounded, line.record, bytes) : bounded
    }, health.bounded),
  }
}

/** The same with one problem more, which leaves the log intact. */
export const withProblem = (health: Health, problem: LogProblem): Health =>
  health.problems.length < limits.problemsTold
    ? { ...health, problems: append(health.problems, problem) }
    : { ...health, leftOut: health.leftOut + 1 }

const tornProblem = ({
  tail,
  line,
}: Extract<LogReading, { readonly type: 'torn' }>): LogProblem => ({
  line,
  offset: tail.offset,
  kind: 'torn_tail',
  message: `the last ${tail.length} bytes are not a whole group: they never happened`,
})

/** The report, given the verdict of the checkpoint. */
export const healthReport = (
  session: SessionId,
  health: Health,
  complete: HealthReport['complete'],
): HealthReport => {
  const { intact, records, tip, good, problems, leftOut, bounded } = health
  return {
    session,
    intact,
    complete,
    records,
    tip: tip ?? null,
    head: bounded.state.conversation.head ?? null,
    problems: toArray(problems),
    ...(leftOut === 0 ? {} : { problems_left_out: leftOut }),
    ...(intact ? {} : { last_good: good ?? null }),
    repairs: bounded.whole ? repairsOf(bounded.state) : null,
  }
}
