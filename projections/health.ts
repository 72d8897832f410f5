import type { RecordRef, SessionId } from '../domain/ids.js'
import { append, emptyList, type List, toArray } from '../domain/list.js'
import { refOf } from '../domain/log/record.js'
import type { LogProblem, LogReading } from '../domain/log/reading.js'
import { evolve } from '../domain/session/evolve.js'
import { initialState, type State } from '../domain/session/state.js'

/** How often each kind of damage to the conversation had to be mended for the next request. */
export type Repairs = Readonly<Record<string, number>>

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
  readonly problems: ReadonlyArray<LogProblem>
  readonly repairs: Repairs
}

/** What is known of a log after part of it has been read. */
export type Health = {
  readonly records: number
  readonly tip?: RecordRef
  readonly problems: List<LogProblem>
  readonly state: State
}

export const startHealth: Health = { records: 0, problems: emptyList, state: initialState }

/** What is known after one more reading. A torn tail is a problem like others, with its length. */
export const healthAfter = (health: Health, reading: LogReading): Health => {
  switch (reading.type) {
    case 'group':
      return reading.lines.reduce(afterLine, health)
    case 'problem':
      return { ...health, problems: append(health.problems, reading.problem) }
    case 'torn':
      return { ...health, problems: append(health.problems, tornProblem(reading)) }
  }
}

type Line = Extract<LogReading, { readonly type: 'group' }>['lines'][number]

const afterLine = (health: Health, line: Line): Health => ({
  ...health,
  records: health.records + 1,
  tip: refOf(line.record),
  state: line.known ? evolve(health.state, line.record) : health.state,
})

const tornProblem = ({
  tail,
  line,
}: Extract<LogReading, { readonly type: 'torn' }>): LogProblem => ({
  line,
  offset: tail.offset,
  kind: 'torn_tail',
  message: `the last ${tail.length} bytes are not a whole group: they never happened`,
})

/** The report, given the verdict of the checkpoint and the count of repairs. */
export const healthReport = (
  session: SessionId,
  health: Health,
  verdicts: Pick<HealthReport, 'complete' | 'repairs'>,
): HealthReport => {
  const problems = toArray(health.problems)
  return {
    session,
    intact: problems.every(({ kind }) => kind === 'torn_tail'),
    complete: verdicts.complete,
    records: health.records,
    tip: health.tip ?? null,
    head: health.state.conversation.head ?? null,
    problems,
    repairs: verdicts.repairs,
  }
}
