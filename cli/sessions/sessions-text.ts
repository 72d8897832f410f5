import { fateMark, type ListedSession, usedMs } from '../../projections/session-row.js'
import { tableText } from '../table-text.js'

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
  if (columns === undefined) return (await tableText(heads, rows.map(wholeRow))) + rest
  const table = await tableText(heads, rows.map(cellsOf))
  // What measures text takes longer to load than a list for a pipe takes to make.
  const { sessionsOnTerminal } = await import('./sessions-on-terminal.js')
  const lines = sessionsOnTerminal({ rows, table, wordsAt: table.indexOf(wordsHead) }, columns)
  return lines.map((line) => `${line}\n`).join('') + rest
}

const wordsHead = 'LAST WORDS'
const heads = ['SESSION', 'LAST USED', 'POD', 'LAST TURN', 'RECORDS', 'FOLDER', wordsHead]

const wholeRow = (row: ListedSession): ReadonlyArray<string> =>
  cellsOf(row.problem === undefined ? row : { ...row, preview: `${row.preview}  [${row.problem}]` })

const cellsOf = (row: ListedSession): ReadonlyArray<string> => [
  row.session,
  usedAt(row),
  row.pod ?? '-',
  fateMark(row) || '-',
  String(row.records),
  row.cwd ?? '-',
  row.preview,
]

/** When a session was last used, to the minute, in UTC. */
export const usedAt = (row: ListedSession): string =>
  new Date(usedMs(row)).toISOString().slice(0, 16).replace('T', ' ')
