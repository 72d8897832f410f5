import type { LogProblem, LogReading } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'
import { painted } from './page-look.js'
import { rawLine } from './raw-line.js'
import { type TellerParts, teller } from './teller.js'

/** A log that is told as text, and where the text goes. */
export type ToldLog = TellerParts & {
  readonly reader: LogReader
  readonly log: string
  /** Resolves with whether more is wanted. */
  readonly tell: (text: string) => Promise<boolean>
}

/**
 * Tells the asked records of a log piece by piece and resolves with whether it is intact as far as
 * it was read: up to the last of them. Damaged lines are told in their place and passed by.
 */
export const tellLog = async (told: ToldLog): Promise<boolean> => {
  const telling = teller(told)
  let text = ''
  for await (const reading of told.reader.read(told.log, { onProblem: 'go_on' })) {
    const raw = reading.type === 'problem' ? await rawLine(told.log, reading.problem) : ''
    text += telling.text(reading, raw)
    if (isBehind(reading, told)) break
    if (text.length < pieceChars) continue
    if (!(await told.tell(text))) return telling.problems().length === 0
    text = ''
  }
  const closing = Number.isFinite(told.range.to) ? '' : telling.closing()
  await told.tell(text + closing + damageText(telling.problems(), told))
  return telling.problems().length === 0
}

// A write for each record takes longer than making its text.
const pieceChars = 64 * 1024

const isBehind = (reading: LogReading, { range }: ToldLog): boolean =>
  reading.type === 'group' && (reading.lines.at(-1)?.record.seq ?? 0) >= range.to

const damageText = (problems: ReadonlyArray<LogProblem>, { look }: ToldLog): string => {
  const [first] = problems
  if (first === undefined) return ''
  if (problems.every(({ kind }) => kind === 'unreadable'))
    return `${painted('! The log could not be read to its end.', 'error', look)}\n`
  const count =
    problems.length === 1 ? 'There is 1 problem' : `There are ${problems.length} problems`
  return `${painted(`! The log is not intact. ${count}, the first in line ${first.line}.`, 'error', look)}\n`
}
