import { fateMark, type ListedSession } from '../../projections/session-row.js'
import { fitColumns, fitEnd } from '../tui/text/fit-columns.js'
import { safeLine } from '../tui/text/safe-text.js'
import { textWidth } from '../tui/text/width.js'
import { wrapWords } from '../tui/text/wrap.js'
import { usedAt, wordsHead } from './sessions-table.js'

/** The rows, and the whole table of them. */
export type TabledSessions = {
  readonly rows: ReadonlyArray<ListedSession>
  readonly table: string
}

/**
 * The lines of the list on a terminal of so many columns, none of which is wider. The whole id stands
 * there from 36 columns on, what is wrong with a session is always told whole.
 */
export const sessionsOnTerminal = (
  { rows, table }: TabledSessions,
  columns: number,
): ReadonlyArray<string> => {
  if (table.indexOf(wordsHead) + wordsColumnsMin > columns)
    return rows.flatMap((row) => stacked(row, columns))
  const [head = '', ...lines] = table.split('\n')
  const told = rows.flatMap((row, at) => [
    fitColumns(lines[at] ?? '', columns),
    ...problemLines(row, columns),
  ])
  return [head, ...told]
}

const wordsColumnsMin = 40

const indent = '  '

// The id to copy, when and where; then how it stands and the last words; then what is wrong.
const stacked = (row: ListedSession, columns: number): ReadonlyArray<string> => {
  const start = `${row.session}  ${usedAt(row)}`
  const room = columns - textWidth(start) - indent.length
  const place = safeLine(row.cwd ?? 'unknown folder')
  const inner = columns - indent.length
  const heads =
    room < placeColumnsMin
      ? [row.session, `${indent}${placeBehind(usedAt(row), place, inner)}`]
      : [placeBehind(start, place, columns)]
  const words = `${markOf(row)}${safeLine(row.preview)}`
  return [...heads, `${indent}${words}`, ...problemLines(row, columns)].map((line) =>
    fitColumns(line, columns),
  )
}

const problemLines = ({ problem }: ListedSession, columns: number): ReadonlyArray<string> =>
  problem === undefined
    ? []
    : wrapWords(`[${problem}]`, columns - indent.length).map((line) => `${indent}${line}`)

// Where there is less room than this, the end of a path tells nothing any more.
const placeColumnsMin = 12

const placeBehind = (start: string, place: string, columns: number): string =>
  `${start}  ${fitEnd(place, columns - textWidth(start) - 2)}`

const markOf = (row: ListedSession): string => {
  const live = row.pod === undefined ? [] : [`live in ${safeLine(row.pod)}`]
  const fate = fateMark(row)
  const parts = fate === '' ? live : [...live, fate]
  return parts.length === 0 ? '' : `[${parts.join(' · ')}] `
}
