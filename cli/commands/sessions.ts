import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { type ListedSession, type SessionRow, usedMs } from '../../projections/session-row.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeJson, writeText } from '../output.js'
import { heldSessions, type ListHolders } from '../sessions/held-sessions.js'
import { type ListRequest, listSessions, type SessionList } from '../sessions/list-sessions.js'
import { lookForGone } from '../sessions/look-at-folders.js'
import { tableText } from '../table-text.js'

/** `yoi sessions`: what sessions there are. */
export const sessionsCommand = (
  listHolders: ListHolders,
  look: ListRequest['look'] = lookForGone,
): Command => ({
  name: 'sessions',
  summary: 'list the sessions, last used first',
  help: `
Usage: yoi sessions [--limit N] [--json]

Lists the sessions, last used first, each with its folder and the last words of both sides. A
session that a Pod holds right now shows the Pod's name. A log that is damaged or is none keeps its
row, with the reason, and so does a session whose folder is gone. Long logs are not read whole:
yoi verify --all finds what is wrong in their middle.

  --limit N   the first N only; logs of others are not opened
  --json      an array of {session, cwd, created, updated, records, pod?, live, preview, problem?}

Exit codes: 0 ok, 1 the folder of the sessions cannot be read, 2 usage.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options })
    if (E.isLeft(parsed)) return misused(io, { command: 'sessions', sentence: parsed.left })
    const { limit = 'Infinity', json = false } = parsed.right.values
    if (!/^([1-9]\d*|Infinity)$/.test(limit))
      return misused(io, { command: 'sessions', sentence: '--limit needs a whole number from 1.' })
    return listed(io, { listHolders, look, limit: Number(limit), json })
  },
})

const options = { limit: { type: 'string' }, json: { type: 'boolean' } } as const

type Asked = {
  readonly listHolders: ListHolders
  readonly look: ListRequest['look']
  readonly limit: number
  readonly json: boolean
}

const listed = async (
  io: CommandIo,
  { listHolders, look, limit, json }: Asked,
): Promise<ExitCode> => {
  const paths = pathsFrom(io.env)
  const pods = await heldSessions(listHolders, io)
  const list = await listSessions({ paths, reader: logReader(sha256), pods, limit, look })
  if (E.isLeft(list)) return refused(io, list.left)
  await (json
    ? writeJson(io.stdout, list.right.rows.map(shownRow))
    : writeText(io.stdout, await listText(list.right, io.stdout.columns)))
  return 0
}

const shownRow = ({ isRefused: _, more: __, ...row }: ListedSession): SessionRow => row

const listText = async (
  { rows, total }: SessionList,
  columns: number | undefined,
): Promise<string> => {
  if (total === 0) return 'There are no sessions yet.\n'
  const more = total - rows.length
  const heads = ['SESSION', 'LAST USED', 'POD', 'RECORDS', 'FOLDER', 'LAST WORDS']
  const rest = more === 0 ? '' : `and ${more} more\n`
  const lines = (await tableText(heads, rows.map(cellsOf))).split('\n')
  const shown = columns === undefined ? lines : await fitted(lines, rows, columns)
  return shown.join('\n') + rest
}

// On a terminal a row has one line; only a row with a problem is told whole.
const fitted = async (
  lines: ReadonlyArray<string>,
  rows: ReadonlyArray<SessionRow>,
  columns: number,
): Promise<ReadonlyArray<string>> => {
  const { textWidth } = await import('../tui/text/width.js')
  const { takeColumns } = await import('../tui/text/take-columns.js')
  return lines.map((line, index) =>
    rows[index - 1]?.problem !== undefined || textWidth(line) <= columns
      ? line
      : `${takeColumns(line, columns - 1)}…`,
  )
}

const cellsOf = (row: ListedSession): ReadonlyArray<string> => [
  row.session,
  new Date(usedMs(row)).toISOString().slice(0, 16).replace('T', ' '),
  row.pod ?? '-',
  String(row.records),
  row.cwd ?? '-',
  row.problem === undefined ? row.preview : `${row.preview}  [${row.problem}]`,
]
