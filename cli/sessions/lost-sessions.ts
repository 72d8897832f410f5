import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { sessionFiles } from '../../adapters/log/session-files.js'
import type { Paths } from '../../adapters/node/paths.js'
import { readCheckpoint } from '../../adapters/projector/checkpoint.js'
import { SessionId } from '../../domain/ids.js'
import type { HealthReport } from '../../projections/health.js'
import { logIs } from './log-is.js'
import { logPath } from './session-place.js'

/**
 * A report for each session whose log is gone though a checkpoint saw records of it.
 * With a part of an id, of those that have it, and none when a log has it: such a part does not mean
 * one that is gone. A projection that cannot be read says nothing.
 */
export const lostSessions = async (
  paths: Paths,
  part = '',
): Promise<ReadonlyArray<HealthReport>> => {
  // Before the logs: a log is there before its projections are.
  const seen = (await namesIn(paths.projections)).filter(SessionId.is)
  const files = await sessionFiles(paths.sessions)()
  if (E.isLeft(files)) return []
  const wanted = part.trim().toLowerCase()
  const isNamed = (session: SessionId): boolean => session.includes(wanted)
  const there = new Set<string>(files.right.map(({ session }) => session))
  if (wanted !== '' && files.right.some(({ session }) => isNamed(session))) return []
  const gone = seen.filter((session) => !there.has(session) && isNamed(session))
  return (await Promise.all(gone.map((session) => lost(paths, session)))).flat()
}

const namesIn = (folder: string): Promise<ReadonlyArray<string>> => readdir(folder).catch(() => [])

const lost = async (paths: Paths, session: SessionId): Promise<ReadonlyArray<HealthReport>> => {
  const folder = join(paths.projections, session)
  const checkpoint = await readCheckpoint(folder, session).catch(() => undefined)
  if (checkpoint === undefined) return []
  const message =
    `the log ${logIs(logPath(paths, session))}; the checkpoint in ${folder} saw record ` +
    `${checkpoint.tip.seq} of it: bring the file back, or remove that folder to forget the session`
  return [
    {
      session,
      intact: false,
      complete: false,
      records: 0,
      tip: null,
      head: null,
      problems: [{ line: 1, offset: 0, kind: 'unreadable', message }],
      repairs: {},
    },
  ]
}
