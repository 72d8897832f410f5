import * as E from 'fp-ts/lib/Either.js'
import type { SessionFile } from '../../adapters/log/session-files.js'
import { messageOf } from '../../adapters/node/message-of.js'
import { type Checkpoint, readCheckpoint } from '../../adapters/projector/checkpoint.js'
import { placeBehind } from '../../adapters/projector/files-agree.js'
import { type LogAndFolder, logHolds } from '../../adapters/projector/log-holds.js'
import { readEnds } from '../../adapters/projector/read-ends.js'
import { decode } from '../../domain/decode.js'
import { limits } from '../../domain/limits.js'
import { type LogPlace, logStart } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'
import { fold } from '../../domain/projection.js'
import { lineFromParts } from '../../projections/line-from-parts.js'
import { SessionLine, sessionLine } from '../../projections/session-line.js'

/** What a list says of one session, and in a sentence what is wrong with its log. */
export type ReadLine = { readonly line: SessionLine; readonly problem?: string }

/**
 * Reads what a list needs of a session: its checkpoint where that is current, else what was
 * written since, or a bounded part of both ends of a long log. Reads nothing of the folder that
 * the session works in. Never rejects.
 */
export const readLine = async (
  reader: LogReader,
  place: LogAndFolder,
  { sizeBytes }: Pick<SessionFile, 'sizeBytes'>,
): Promise<ReadLine> => {
  const known = await knownLine(place)
  const behind = sizeBytes - known.from.offset
  if (behind === 0 && known.from.offset > 0) return { line: known.line }
  const read =
    behind <= limits.listCatchUpBytes ? caughtUp(reader, place, known) : fromEnds(place, known)
  return withProblem(await read)
}

type Known = { readonly line: SessionLine; readonly from: LogPlace }

const knownLine = async (place: LogAndFolder): Promise<Known> => {
  const nothing = { line: sessionLine.initial, from: logStart }
  const checkpoint = await readCheckpoint(place.folder, place.session)
  if (checkpoint === undefined || !(await logHolds(place.log, checkpoint))) return nothing
  return lineOf(checkpoint) ?? nothing
}

const lineOf = (checkpoint: Checkpoint): Known | undefined => {
  const line = decode(SessionLine, checkpoint.line)
  return E.isRight(line) ? { line: line.right, from: placeBehind(checkpoint) } : undefined
}

const caughtUp = async (
  reader: LogReader,
  { log }: LogAndFolder,
  { line: before, from }: Known,
): Promise<ReadLine> => {
  let line = before
  for await (const reading of reader.read(log, { from })) {
    if (reading.type === 'problem') {
      const { problem } = reading
      return { line, problem: `line ${problem.line}, byte ${problem.offset}: ${problem.message}` }
    }
    if (reading.type === 'group') {
      const known = reading.lines.flatMap((one) => (one.known ? [one.record] : []))
      line = fold({ ...sessionLine, initial: line }, known)
    }
  }
  return { line }
}

const fromEnds = async ({ log }: LogAndFolder, { line, from }: Known): Promise<ReadLine> => {
  try {
    const { beginning, end } = await readEnds(log)
    return { line: lineFromParts(from.offset > 0 ? [end] : [beginning, end], line) }
  } catch (error) {
    return { line, problem: `the log cannot be read: ${messageOf(error)}` }
  }
}

const withProblem = (read: ReadLine): ReadLine =>
  read.problem !== undefined || read.line.cwd !== undefined
    ? read
    : { ...read, problem: 'this is not a log of yoi: it does not begin with SessionStarted' }
