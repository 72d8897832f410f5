import type { SessionId } from '../domain/ids.js'
import { oneLine } from './one-line.js'
import { previewOf, type SessionLine } from './session-line.js'

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

/** What only a picker shows or goes by. */
export type RowMore = {
  /** When its file was last written: ms since 1970, in UTC. */
  readonly writtenMs: number
  /** The name of the Pod that took the session last. */
  readonly lastPod?: string
  readonly isFolderGone?: boolean
}

/**
 * When a session was last used, in ms since 1970: when its log was last written, which is also what
 * lists go by, so that their order is that of the times they show. 0 when nothing tells.
 */
export const usedMs = ({ more, updated }: ListedSession): number =>
  more?.writtenMs ?? (updated === null ? 0 : Date.parse(updated))

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

/** The row of a session whose folder is not there any more. */
export const withGoneFolder = (row: ListedSession): ListedSession => ({
  ...row,
  problem: `its folder is gone; yoi --session ${row.session} --cwd DIR goes on elsewhere`,
  isRefused: true,
  ...(row.more === undefined ? {} : { more: { ...row.more, isFolderGone: true } }),
})
