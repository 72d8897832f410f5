import * as E from 'fp-ts/lib/Either.js'
import { ownLogReader } from '../../adapters/log/read-groups.js'
import type { SessionFile } from '../../adapters/log/session-files.js'
import { systemClock } from '../../adapters/node/clock.js'
import { messageOf } from '../../adapters/node/message-of.js'
import { type Paths, pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { type Rebuilt, rebuildSession } from '../../adapters/projector/projector.js'
import type { SessionId } from '../../domain/ids.js'
import { sessionView } from '../../projections/session-view.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo } from '../command.js'
import { misused, refused, writeJson, writeText } from '../output.js'
import { refreshLiveIndex } from '../sessions/live-index.js'
import { lostRemark } from '../sessions/lost-remark.js'
import { namedSessions } from '../sessions/named-sessions.js'
import { sessionPlace } from '../sessions/session-place.js'

/** `yoi rebuild`: the projections again from the logs. */
export const rebuildCommand: Command = {
  name: 'rebuild',
  summary: 'make history.json, status.json and checkpoint.json again from the logs',
  help: `
Usage: yoi rebuild [<session>] [--json]

Makes the files of one session, or of all, again from their logs; the result is the same to the
byte. <session> is an id or any part of one that no other session has. The files of a log that is
damaged, of another session's, and of one that a later version wrote, are left as they are. Of a log
that lacks records that were seen in it the files are made, and it is said that these are missed.

  --json   an array of {session, empty?, problem?}; empty is true where the log holds nothing yet

Exit codes: 0 ok, 1 a session was not found or its files could not be made, 2 usage.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options, wordsMax: 1 })
    if (E.isLeft(parsed)) return misused(io, { command: 'rebuild', sentence: parsed.left })
    const paths = pathsFrom(io.env)
    const files = await namedSessions(paths, parsed.right.words[0])
    if (E.isLeft(files)) return refused(io, files.left)
    const rebuilt = await rebuildAll(paths, files.right)
    for (const file of files.right) {
      const lost = await lostRemark(sessionPlace(paths, file))
      if (lost !== undefined) await refused(io, lost)
    }
    const problem = await rebuildLiveIndex(paths)
    if (problem !== undefined) return refused(io, problem)
    await (parsed.right.values.json === true ? writeJson(io.stdout, rebuilt) : tell(io, rebuilt))
    return rebuilt.some(({ problem }) => problem !== undefined) ? 1 : 0
  },
}

const options = { json: { type: 'boolean' } } as const

type Row = {
  readonly session: SessionId
  /** Its log has no whole record, so there were no files to make. */
  readonly empty?: true
  readonly problem?: string
}

const rebuildLiveIndex = async (paths: Paths): Promise<string | undefined> => {
  try {
    const made = await refreshLiveIndex(paths)
    return E.isLeft(made) ? made.left : undefined
  } catch (error) {
    return `${paths.liveIndex} cannot be made again (${messageOf(error)}).`
  }
}

const rebuildAll = async (
  paths: Paths,
  files: ReadonlyArray<SessionFile>,
): Promise<ReadonlyArray<Row>> => {
  const tools = { reader: ownLogReader(sha256), clock: systemClock, files: sessionView }
  const rebuilt: Row[] = []
  for (const file of files) {
    const outcome = await rebuildSession({ ...sessionPlace(paths, file), ...tools })
    rebuilt.push({ session: file.session, ...shown(outcome) })
  }
  return rebuilt
}

const shown = (outcome: Rebuilt): Omit<Row, 'session'> => {
  if (outcome.type === 'failed') return { problem: outcome.trouble }
  return outcome.type === 'empty' ? { empty: true } : {}
}

const tell = async (io: CommandIo, rebuilt: ReadonlyArray<Row>): Promise<void> => {
  for (const { problem } of rebuilt) if (problem !== undefined) await refused(io, problem)
  const failed = rebuilt.filter(({ problem }) => problem !== undefined).length
  const empty = rebuilt.filter((one) => one.empty === true).length
  const made = rebuilt.length - failed - empty
  const rest = empty === 0 ? '' : `; nothing has happened yet in ${empty}`
  await writeText(io.stdout, `rebuilt ${made} of ${rebuilt.length} sessions${rest}\n`)
}
