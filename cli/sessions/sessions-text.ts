import type { ListedSession } from '../../projections/session-row.js'
import { sessionsTable } from './sessions-table.js'

/** The rows of a list, and how many sessions there are in all. */
export type SessionList = { readonly rows: ReadonlyArray<ListedSession>; readonly total: number }

/**
 * The list as people read it. Without a width it is a whole table; on a terminal of so many columns a
 * table while that leaves room for the last words, else some lines for each session.
 */
export const sessionsText = async (
  { rows, total }: SessionList,
  columns: number | undefined,
): Promise<string> => {
  if (total === 0) return 'There are no sessions yet.\n'
  const more = total - rows.length
  const rest = more === 0 ? '' : `and ${more} more\n`
  const table = await sessionsTable(columns === undefined ? rows.map(withProblem) : rows)
  if (columns === undefined) return table + rest
  // What measures text takes longer to load than a list for a pipe takes to make.
  const { sessionsOnTerminal } = await import('./sessions-on-terminal.js')
  const lines = sessionsOnTerminal({ rows, table }, columns)
  return lines.map((line) => `${line}\n`).join('') + rest
}

const withProblem = (row: ListedSession): ListedSession =>
  row.problem === undefined ? row : { ...row, preview: `${row.preview}  [${row.problem}]` }
