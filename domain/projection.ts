import type { RecordRef, TurnId } from './ids.js'
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

/** A file made of a view: `part` of the state, and its text. The same part means the same text. */
export type ProjectedFile<S> = {
  readonly name: string
  readonly part: (state: S) => unknown
  readonly text: (state: S) => string
}

/**
 * All that is written of a session beside its log: one view, the files made of it, and what its
 * checkpoint says of it so that resuming and listing need not read the log.
 */
export type SessionFiles<S> = {
  readonly view: Projection<S>
  readonly files: ReadonlyArray<ProjectedFile<S>>
  readonly head: (state: S) => RecordRef | undefined
  /** The open turn; the place where another one opens is kept in the checkpoint. */
  readonly turn: (state: S) => TurnId | undefined
  readonly line: (state: S) => object
}
