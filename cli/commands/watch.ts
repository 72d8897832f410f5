import * as E from 'fp-ts/lib/Either.js'
import { openHere } from '../../adapters/log/open-quietly.js'
import { ownLogReader } from '../../adapters/log/read-groups.js'
import { systemClock } from '../../adapters/node/clock.js'
import { messageOf } from '../../adapters/node/message-of.js'
import { type Paths, pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { projector } from '../../adapters/projector/projector.js'
import { watchSessions } from '../../adapters/projector/watch-sessions.js'
import type { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { sessionView } from '../../projections/session-view.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeText } from '../output.js'
import { type Holder, heldSessions, type ListHolders } from '../sessions/held-sessions.js'
import { type Keeper, keepCurrent } from '../sessions/keep-current.js'
import { projectorCache } from '../sessions/projector-cache.js'
import { logPath, sessionPlace } from '../sessions/session-place.js'

/** `yoi watch`: the projections of all sessions, kept current. */
export const watchCommand = (listHolders: ListHolders): Command => ({
  name: 'watch',
  summary: 'keep history.json and status.json of all sessions current',
  help: `
Usage: yoi watch

Keeps history.json, status.json and checkpoint.json of all sessions current until it is interrupted.
Sessions that a live Pod holds are left to that Pod. What was missed while nobody watched is made
good at the start.

Exit codes: 0 ended by SIGTERM, 1 the sessions cannot be watched, 2 usage, 130 interrupted.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options: {} })
    if (E.isLeft(parsed)) return misused(io, { command: 'watch', sentence: parsed.left })
    return watched(io, listHolders)
  },
})

const watched = async (io: CommandIo, listHolders: ListHolders): Promise<ExitCode> => {
  const paths = pathsFrom(io.env)
  const signalled = firstSignal()
  const onTrouble = (sentence: string): void => void refused(io, sentence)
  const keeper = keeperOf(paths, () => heldSessions(listHolders, io), onTrouble)
  const timer = setInterval(keeper.lookAgain, limits.heldSessionsMs)
  try {
    const { changed: onChange, gone: onGone } = keeper
    const watch = await watchSessions({ folder: paths.sessions, onChange, onGone, onTrouble })
    await writeText(io.stdout, `watching ${paths.sessions}\n`)
    const code = await signalled
    await watch.close()
    return code
  } catch (error) {
    return refused(io, `${paths.sessions} cannot be watched (${messageOf(error)}).`)
  } finally {
    clearInterval(timer)
    await keeper.close()
  }
}

const keeperOf = (
  paths: Paths,
  held: () => Promise<Pick<ReadonlyMap<string, Holder>, 'has'>>,
  onTrouble: (sentence: string) => void,
): Keeper => {
  const tools = {
    reader: ownLogReader(sha256, openHere),
    clock: systemClock,
    files: sessionView,
    onTrouble,
  }
  const make = (session: SessionId) =>
    projector({ ...tools, ...sessionPlace(paths, { session, path: logPath(paths, session) }) })
  return keepCurrent(projectorCache(make), held)
}

const firstSignal = (): Promise<ExitCode> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve(130))
    process.once('SIGTERM', () => resolve(0))
  })
