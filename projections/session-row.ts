import type { SessionId } from '../domain/ids.js'
import { oneLine } from './one-line.js'
import { previewOf, type SessionLine } from './session-line.js'
import { type Fate, fateWords } from './turn-fate.js'

/** A row of `yoi sessions`. What is not known is null. */
export type SessionRow = {
  readonly session: SessionId
  readonly cwd: string | null
  readonly created: string | null
  readonly updated: string | null
  readonly records: number
  readonly pod?: string
  readonly live: boolean
  readonly preview: string
  readonly problem?: string
}

/** What is wrong with a session. `isRefused`: a Pod does not go on with it as it is. */
export type RowProblem = { readonly sentence: string; readonly isRefused: boolean }

/** A row with what a picker has to know besides. */
export type ListedSession = SessionRow & Pick<RowProblem, 'isRefused'> & { readonly more?: RowMore }

/** What only lists for people show or go by. */
export type RowMore = {
  /** When its file was last written: ms since 1970, in UTC. */
  readonly writtenMs: number
  /** When a person last did something in it, by its records: ISO 8601. */
  readonly used?: string
  /** How its last turn stands. */
  readonly fate?: Fate
  /** The name of the Pod that took the session last. */
  readonly lastPod?: string
  readonly isFolderGone?: boolean
}

/**
 * When a session was last used, in ms since 1970: when a person last did something in it, which is
 * also what lists go by, so that their order is that of the times they show. Never later than its
 * file was written. 0 when nothing tells.
 */
export const usedMs = ({ more, updated }: ListedSession): number => {
  const said = more?.used ?? updated
  const usedAt = said === null ? Number.POSITIVE_INFINITY : Date.parse(said)
  return Math.min(usedAt, more?.writtenMs ?? (said === null ? 0 : usedAt))
}

/** Rows in the order of their use, the last one first; those of the same time stay as they are. */
export const byUse = (rows: ReadonlyArray<ListedSession>): ReadonlyArray<ListedSession> =>
  rows.toSorted((a, b) => usedMs(b) - usedMs(a))

/**
 * What a list says of the last turn where it did not come to its end; nothing of one that runs, nor
 * where the log is damaged, so that what is read of it may not be its last turn.
 */
export const fateMark = ({ more, live, isRefused }: ListedSession): string => {
  const { fate = 'finished', isFolderGone = false } = more ?? {}
  if (isRefused && !isFolderGone) return ''
  if (fate === 'running') return live ? '' : fateWords.interrupted
  return fate === 'cancelled' ? '' : fateWords[fate]
}

const problemCharsMax = 300

/** The row of a session; `pod` is the live Pod that holds it, if one does. */
export const sessionRow = (
  session: SessionId,
  { line, problem }: { readonly line: SessionLine; readonly problem?: RowProblem },
  pod: string | undefined,
): ListedSession => ({
  session,
  cwd: line.cwd ?? null,
  created: line.created ?? null,
  updated: line.updated ?? null,
  records: line.records,
  ...(pod === undefined ? {} : { pod }),
  live: pod !== undefined,
  preview: previewOf(line.words),
  ...(problem === undefined ? {} : { problem: oneLine(problem.sentence, problemCharsMax) }),
  isRefused: problem?.isRefused === true,
})

/** The row of a session in whose log damage was met that the list had not seen, at this byte. */
export const withDamage = (
  row: ListedSession,
  { offset, message }: { readonly offset: number; readonly message: string },
): ListedSession => {
  if (row.isRefused) return row
  const problem = oneLine(`byte ${offset}: ${message}`, problemCharsMax)
  return { ...row, problem, isRefused: true }
}

/** The row of a session whose folder is not there any more. */
export const withGoneFolder = (row: ListedSession): ListedSession => ({
  ...row,
  problem: `its folder is gone; yoi pod --session ${row.session} --cwd DIR goes on elsewhere`,
  isRefused: true,
  ...(row.more === undefined ? {} : { more: { ...row.more, isFolderGone: true } }),
})
