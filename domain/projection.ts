import type { LogRecord } from './log/record.js'

/**
 * A fold of records into something to look at. Total and pure: any sequence of records that the
 * chain accepts gives a view. `apply` may share structure with the state it was given.
 */
export type Projection<S> = {
  readonly name: string
  readonly initial: S
  readonly apply: (state: S, record: LogRecord) => S
}

/** The fold of all records. */
export const fold = <S>(projection: Projection<S>, records: Iterable<LogRecord>): S => {
  let state = projection.initial
  for (const record of records) state = projection.apply(state, record)
  return state
}
