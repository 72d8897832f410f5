import * as E from 'fp-ts/lib/Either.js'
import { checkPart } from '../../adapters/log/check-part.js'
import { messageOf } from '../../adapters/node/message-of.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { type Checkpoint, readCheckpointAt } from '../../adapters/projector/checkpoint.js'
import { placeBehind } from '../../adapters/projector/files-agree.js'
import { glanceAtLog, type LogGlance } from '../../adapters/projector/glance-at-log.js'
import type { LogAndFolder } from '../../adapters/projector/log-holds.js'
import { type LogEnds, readEnds } from '../../adapters/projector/read-ends.js'
import { decode } from '../../domain/decode.js'
import { limits } from '../../domain/limits.js'
import { type LogPart, type LogPlace, logStart } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'
import { fold } from '../../domain/projection.js'
import { addsToWords, lineFromParts, partOfLine } from '../../projections/line-from-parts.js'
import { headFault } from '../../projections/log-head.js'
import { SessionLine, sessionLine } from '../../projections/session-line.js'
import type { RowProblem } from '../../projections/session-row.js'

/** What a list says of one session, and what is wrong with its log as far as that was seen. */
export type ReadLine = { readonly line: SessionLine; readonly problem?: RowProblem }

/**
 * Reads what a list needs of a session: its checkpoint where that is current and the file was not
 * written since, else the whole of a short log, and of a long one what was written since or a
 * bounded part of both ends. Reads nothing of the folder that the session works in. Never rejects.
 */
export const readLine = async (reader: LogReader, place: LogAndFolder): Promise<ReadLine> => {
  const seen = await readCheckpointAt(place.folder, place.session).catch(() => undefined)
  const checkpoint = seen?.checkpoint
  try {
    const glance = await glanceAtLog(place.log, checkpoint)
    const isTouched = seen !== undefined && glance.writtenMs > seen.writtenMs
    const known = glance.tip === 'held' ? knownOf(checkpoint) : nothing
    const read = await readOn({ reader, place, known, isTouched }, glance.sizeBytes)
    return withProblem(read, glance, place)
  } catch (error) {
    const sentence = `the log cannot be read: ${messageOf(error)}`
    return { line: knownOf(checkpoint).line, problem: { sentence, isRefused: true } }
  }
}

/** The line of what a checkpoint saw, and where the log goes on behind that. */
type Known = { readonly line: SessionLine; readonly from: LogPlace }

const nothing: Known = { line: sessionLine.initial, from: logStart }

const knownOf = (checkpoint: Checkpoint | undefined): Known => {
  const line = decode(SessionLine, checkpoint?.line)
  return checkpoint === undefined || E.isLeft(line)
    ? nothing
    : { line: line.right, from: placeBehind(checkpoint) }
}

type Task = {
  readonly reader: LogReader
  readonly place: LogAndFolder
  readonly known: Known
  /** The file was written after its checkpoint, so that what that saw may be another by now. */
  readonly isTouched: boolean
}

/** A line, and the first thing in what was read that a Pod refuses to go on with. */
type Read = { readonly line: SessionLine; readonly fault?: string }

const readOn = async (task: Task, sizeBytes: number): Promise<Read> => {
  const { place, known, isTouched } = task
  const behind = sizeBytes - known.from.offset
  if (behind === 0 && !isTouched) return { line: known.line }
  if (sizeBytes <= limits.listCatchUpBytes)
    return orSeen(known.line, await caughtUp({ ...task, known: nothing }))
  if (behind > 0 && behind <= limits.listCatchUpBytes) return caughtUp(task)
  return readEnds(place.log, (ends) => fromEnds(ends, behind === 0 ? nothing : known))
}

// What was seen of a log before it was damaged says more than what can be read up to there.
const orSeen = (seen: SessionLine, read: Read): Read =>
  read.fault !== undefined && read.line.records < seen.records ? { ...read, line: seen } : read

const caughtUp = async ({ reader, place, known }: Task): Promise<Read> => {
  let line = known.line
  for await (const reading of reader.read(place.log, { from: known.from })) {
    if (reading.type === 'problem') {
      const { problem } = reading
      return { line, fault: `line ${problem.line}, byte ${problem.offset}: ${problem.message}` }
    }
    if (reading.type === 'torn') continue
    const records = reading.lines.flatMap((one) => (one.known ? [one.record] : []))
    const foreign = reading.lines.find((one) => !one.known)
    line = fold({ ...sessionLine, initial: line }, records)
    if (foreign !== undefined) return { line, fault: notKnown(foreign.record.type) }
  }
  return { line }
}

const fromEnds = async (ends: LogEnds, { line, from }: Known): Promise<Read> => {
  const check = checkPart(sha256)
  const end = check(ends.end)
  const beginning = from.offset > 0 ? [] : [check(ends.beginning)]
  const between = await wordsBefore(end, ends)
  const parts = [...beginning, ...between.map(partOfLine), end]
  const fault = [...beginning, end].map(faultOf).find((sentence) => sentence !== undefined)
  const read = lastPodKnown(lineFromParts(parts, line), end)
  return { line: read, ...(fault === undefined ? {} : { fault }) }
}

// Another Pod may have come in what was not read.
const lastPodKnown = ({ pid, ...line }: SessionLine, { records }: LogPart): SessionLine =>
  pid !== undefined && records.some(({ type }) => type === 'PodAttached') ? { ...line, pid } : line

// A log of very many turns that were taken back is not searched for ever.
const linesKeptMax = 64

/** The lines before the end that say the last words of a side of which the end says nothing. */
const wordsBefore = async (end: LogPart, ends: LogEnds): Promise<ReadonlyArray<string>> => {
  let kept: ReadonlyArray<string> = []
  let { words } = lineFromParts([end], sessionLine.initial)
  if (words.user !== undefined && words.assistant !== undefined) return kept
  for await (const text of ends.before()) {
    if (!addsToWords(text, words)) continue
    kept = [text, ...kept]
    words = lineFromParts([...kept.map(partOfLine), end], sessionLine.initial).words
    const isDone = words.user !== undefined && words.assistant !== undefined
    if (isDone || kept.length === linesKeptMax) break
  }
  return kept
}

const faultOf = ({ fault, foreign }: LogPart): string | undefined => {
  if (fault !== undefined) return `byte ${fault.offset}: ${fault.message}`
  return foreign === undefined ? undefined : notKnown(foreign)
}

const notKnown = (type: string): string =>
  `it holds ${type}, which this version of yoi does not know`

const withProblem = (
  { line, fault }: Read,
  { head, tip }: LogGlance,
  { session }: LogAndFolder,
): ReadLine => {
  const atHead = head === '' && tip !== undefined ? emptied : headFault(head, session)
  const refused = atHead ?? fault ?? (line.records === 0 ? torn : undefined)
  if (refused !== undefined) return { line, problem: { sentence: refused, isRefused: true } }
  if (tip === undefined || tip === 'held') return { line }
  return { line, problem: { sentence: tip === 'shorter' ? shortened : replaced, isRefused: false } }
}

const torn = 'its first records were not written to their end, so nothing in it happened'
const emptied = 'the log is empty: all records that were seen in it are gone'
const shortened = 'the log is shorter than it was: records that were seen in it are gone'
const replaced = 'the log is another than the one that was seen: records of that one are gone'
