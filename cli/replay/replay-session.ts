import * as E from 'fp-ts/lib/Either.js'
import type { ExitCode } from '../command.js'
import { refused, writeText } from '../output.js'
import { type AskedReplay, asFarAsWanted } from './asked-replay.js'
import { problemText, sessionTitle } from './entry-text.js'
import { followSession } from './follow-session.js'
import { jsonLog } from './json-log.js'
import { indexLog, type LogIndex } from './log-index.js'
import type { FoundPlace, WantedPlace } from './log-place.js'
import { pageLook } from './page-look.js'
import { type RecordRange, wholeLog } from './record-range.js'
import type { ReplayPart } from './replay-options.js'
import { showStanding } from './show-standing.js'
import { tellLog } from './tell-log.js'
import { turnRange } from './turn-range.js'

/** Replays what was asked for. 1: there is no such place in the log; 3: it is not intact. */
export const replaySession = async (asked: AskedReplay): Promise<ExitCode> => {
  const { file, part, io } = asked
  const index = await indexLog(file.path, wantedPlaces(part))
  const places = index.found.flatMap((found) => (E.isRight(found) ? [found.right] : []))
  const missing = index.found.find(E.isLeft)
  if (missing !== undefined) return refused(io, missing.left)
  for (const { remark } of places) if (remark !== undefined) await refused(io, remark)
  if (part.type === 'at') return showStanding(asked, index, places[0]?.seq ?? 0)
  const range = rangeOf(part, places, index)
  if (E.isLeft(range)) return refused(io, range.left)
  if (part.type === 'follow') return followSession(asked, range.right)
  return (await replayed(asked, index, range.right)) ? 0 : 3
}

const wantedPlaces = (part: ReplayPart): ReadonlyArray<WantedPlace> => {
  switch (part.type) {
    case 'at':
      return [part.at]
    case 'turn':
      return []
    case 'range':
      return [part.from, part.to].filter((place) => place !== undefined)
    case 'follow':
      return part.from === undefined ? [] : [part.from]
  }
}

const rangeOf = (
  part: Exclude<ReplayPart, { readonly type: 'at' }>,
  places: ReadonlyArray<FoundPlace>,
  index: LogIndex,
): E.Either<string, RecordRange> => {
  if (part.type === 'turn') return turnRange(part.turn, index)
  const from = part.from === undefined ? wholeLog.from : (places[0]?.seq ?? 0)
  const to = part.type === 'range' && part.to !== undefined ? places.at(-1)?.seq : undefined
  const range = { from, to: to ?? wholeLog.to }
  return range.from <= range.to
    ? E.right(range)
    : E.left(`Nothing lies from #${range.from} to #${range.to}: the first comes after the second.`)
}

const replayed = async (
  asked: AskedReplay,
  { turns }: LogIndex,
  range: RecordRange,
): Promise<boolean> => {
  const { io, reader, file, json, page } = asked
  const look = pageLook(io)
  const log = { reader, log: file.path, turns, range }
  if (json)
    return jsonLog({
      ...log,
      live: false,
      terminal: io.stdout.isTTY === true,
      write: (bytes) => asFarAsWanted(asked, writeText(io.stdout, bytes)),
      problem: (problem) => writeText(io.stderr, problemText(problem, look)),
    })
  await page.write(sessionTitle(file, look))
  return tellLog({ ...log, look, tell: (text) => asFarAsWanted(asked, page.write(text)) })
}
