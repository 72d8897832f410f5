import { fateMark, type ListedSession, usedMs } from '../../projections/session-row.js'
import { tableText } from '../table-text.js'

/** The head of the last column. */
export const wordsHead = 'LAST WORDS'
const heads = ['SESSION', 'LAST USED', 'POD', 'LAST TURN', 'RECORDS', 'FOLDER', wordsHead]

/** The rows as a table of text, whatever its width. */
export const sessionsTable = (rows: ReadonlyArray<ListedSession>): Promise<string> =>
  tableText(heads, rows.map(cellsOf))

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
