import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { ListedSession, SessionRow } from '../../projections/session-row.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeJson, writeText } from '../output.js'
import { heldSessions, type ListHolders } from '../sessions/held-sessions.js'
import { type ListRequest, listSessions } from '../sessions/list-sessions.js'
import { lookForGone } from '../sessions/look-at-folders.js'
import { sessionsText } from '../sessions/sessions-text.js'

/** `yoi sessions`: what sessions there are. */
export const sessionsCommand = (
  listHolders: ListHolders,
  look: ListRequest['look'] = lookForGone,
): Command => ({
  name: 'sessions',
  summary: 'list the sessions, last used first',
  help: `
Usage: yoi sessions [--limit N] [--json]

Lists the sessions, last used first, each with its folder, how its last turn stands when that did
not come to its end, and the last words of both sides. Used is when somebody sent something, resumed
a turn, or made the session by yoi fork; what a Pod does by itself does not count. A session that a
Pod holds right now shows the Pod's name. Any part of an id that no other session has will do
wherever an id is asked for.

What is wrong with a log, or that its folder is gone, is said as far as a list sees it: in the first
and last records, and in all of a log of up to 256 KiB that was written since it was last read. What
is wrong further inside is found by yoi verify --all, and by every Pod that opens the log.

  --limit N   the first N only; few logs of others are opened
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
    : writeText(io.stdout, await sessionsText(list.right, io.stdout.columns)))
  return 0
}

const shownRow = ({ isRefused: _, more: __, ...row }: ListedSession): SessionRow => row
