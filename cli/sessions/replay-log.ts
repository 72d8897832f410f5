import type { LogProblem, LogReading } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'
import { fold } from '../../domain/projection.js'
import { closingText, entryText, problemText } from '../../projections/replay-text.js'
import { type TakenBack, takenBack } from '../../projections/taken-back.js'
import { foreignEntry, type Timeline, timeline } from '../../projections/timeline.js'
import { type UsageTotals, usage } from '../../projections/usage.js'

/**
 * Tells a log piece by piece and resolves with whether it is intact. Reads it twice: a turn that is
 * taken back is marked where it begins. Damaged lines are told in their place and passed by.
 */
export const replayLog = async (
  reader: LogReader,
  log: string,
  tell: (text: string) => Promise<void>,
): Promise<boolean> => {
  const telling = tellingOf(await resetsIn(reader, log))
  let intact = true
  let text = ''
  for await (const reading of reader.read(log, { onProblem: 'go_on' })) {
    intact &&= reading.type !== 'problem'
    text += telling.text(reading)
    if (text.length < pieceChars) continue
    await tell(text)
    text = ''
  }
  await tell(text + telling.closing())
  return intact
}

// A write for each record takes longer than making its text.
const pieceChars = 64 * 1024

const resetsIn = async (reader: LogReader, log: string): Promise<ReadonlyArray<TakenBack>> => {
  let resets = takenBack.initial
  for await (const reading of reader.read(log, { onProblem: 'go_on' }))
    if (reading.type === 'group') resets = fold({ ...takenBack, initial: resets }, knownOf(reading))
  return resets
}

type Group = Extract<LogReading, { readonly type: 'group' }>

const knownOf = ({ lines }: Group) => lines.flatMap((line) => (line.known ? [line.record] : []))

const tellingOf = (resets: ReadonlyArray<TakenBack>) => {
  const story = timeline(resets)
  let state: Timeline = story.initial
  let used: UsageTotals = usage.initial

  const lineText = (line: Group['lines'][number]): string => {
    if (!line.known) return entryText(foreignEntry(line.record))
    state = story.apply(state, line.record)
    used = usage.apply(used, line.record)
    return state.entry === undefined ? '' : entryText(state.entry)
  }
  const text = (reading: LogReading): string => {
    if (reading.type === 'group') return reading.lines.map(lineText).join('')
    return problemText(reading.type === 'problem' ? reading.problem : tornNote(reading))
  }
  return { text, closing: () => closingText(state, used) }
}

const tornNote = ({ tail, line }: Extract<LogReading, { readonly type: 'torn' }>): LogProblem => ({
  line,
  offset: tail.offset,
  kind: 'torn_tail',
  message: `the last ${tail.length} bytes are not a whole group: they never happened`,
})
