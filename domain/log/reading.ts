import type { Hash, RecordRef, Seq } from '../ids.js'
import type { CheckedLine, LineFault, LineFaultKind } from './chain.js'
import type { LogRecord } from './record.js'

/** Where to read on: behind `before`, at byte `offset`, which is the start of line `line` (from 1). */
export type LogPlace = {
  readonly offset: number
  readonly line: number
  readonly before: RecordRef | undefined
}

export const logStart: LogPlace = { offset: 0, line: 1, before: undefined }

/**
 * A fault of a log with its place. `seq` is the record that was due there, or behind lines that say
 * nothing of theirs the one that the line claims to be. `message` is a sentence without the place.
 */
export type LogProblem = {
  readonly line: number
  readonly offset: number
  readonly seq?: Seq
  readonly kind:
    | LineFaultKind
    | 'group_mismatch'
    | 'line_too_long'
    | 'torn_tail'
    | 'unreadable'
    | 'records_gone'
    | 'set_aside'
    | 'other_session'
    | 'no_log'
  readonly message: string
}

/** Whether a problem says that the whole file is another than the session's log. */
export const isForeignLog = ({ kind }: Pick<LogProblem, 'kind'>): boolean =>
  kind === 'other_session' || kind === 'no_log'

/** Bytes after the last whole group: they never happened. */
export type TornTail = { readonly offset: number; readonly length: number; readonly digest: Hash }

/**
 * What the lines of a part of a log say, taken one by one. `cut` is the beginning of a line that
 * goes on behind the part, `foreign` the type of an event that this version does not know.
 */
export type LogPart = {
  readonly records: ReadonlyArray<LogRecord>
  readonly cut: string
  readonly foreign?: string
  /** The first fault; its line is not known in a part from the middle. */
  readonly fault?: LineFault & { readonly offset: number }
}

/** What a reader meets, in the order of the file. `torn` is the last thing it can meet. */
export type LogReading =
  | {
      readonly type: 'group'
      /** The lines of one whole group with the bytes where each begins. */
      readonly lines: ReadonlyArray<CheckedLine & { readonly offset: number }>
      readonly next: LogPlace
    }
  | { readonly type: 'torn'; readonly tail: TornTail; readonly line: number }
  | { readonly type: 'problem'; readonly problem: LogProblem }
