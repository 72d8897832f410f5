import * as E from 'fp-ts/lib/Either.js'
import { type LineStarts, lineStarts } from '../../adapters/log/line-starts.js'
import { type LoadedLog, type LogGroup, loadLog } from '../../adapters/log/load-log.js'
import { type Followed, notFollowed, withGroup } from '../../adapters/projector/follow-log.js'
import type { LogProblem } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'
import { type SessionView, sessionView } from '../../projections/session-view.js'
import { type NewestRecords, noRecords, withNewest } from './newest-records.js'

/** What a Pod keeps of a log that it has read: the fold, where lines begin, the newest records. */
export type ReadSession = {
  readonly loaded: LoadedLog
  readonly followed: Followed<SessionView>
  readonly starts: LineStarts
  readonly newest: NewestRecords
}

/** Of a log that is not there yet. */
export const nothingRead = (): ReadSession => ({
  loaded: { newer: false, tip: undefined, size: 0 },
  followed: notFollowed(sessionView),
  starts: lineStarts(),
  newest: noRecords,
})

/** Checks and folds a whole log in one pass; no record is kept but the newest. */
export const readSession = async (
  reader: LogReader,
  path: string,
): Promise<E.Either<LogProblem, ReadSession>> => {
  let { followed, newest } = nothingRead()
  const starts = lineStarts()
  const loaded = await loadLog(reader, path, (group) => {
    followed = withGroup(sessionView, followed, group)
    newest = withLines(newest, group)
    for (const { offset } of group.lines) starts.add(offset)
  })()
  return E.isLeft(loaded) ? loaded : E.right({ loaded: loaded.right, followed, starts, newest })
}

const withLines = (newest: NewestRecords, { lines, next }: LogGroup): NewestRecords =>
  lines.reduce((kept, line, index) => {
    const end = lines[index + 1]?.offset ?? next.offset
    return line.known ? withNewest(kept, line.record, end - line.offset) : kept
  }, newest)
