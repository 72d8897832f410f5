import type { LogProblem, LogReading } from '../../domain/log/reading.js'
import {
  foreignEntry,
  type TimelineEntry,
  timeline,
  timelineEntry,
} from '../../projections/timeline.js'
import { usageText } from '../../projections/usage.js'
import { closingText, dayText, entryText, problemText } from './entry-text.js'
import type { PageLook } from './page-look.js'
import type { RecordRange } from './record-range.js'
import type { TurnIndex } from './turn-index.js'

/** Tells the readings of one log, one after the other. */
export type Teller = {
  /** The reading as text; `raw` is how a damaged line begins. Nothing for what is not asked for. */
  readonly text: (reading: LogReading, raw?: string) => string
  /** How the session stands at the end of its log, and what it has used. */
  readonly closing: () => string
  /** What was wrong, in the order of the file; a torn tail is no damage. */
  readonly problems: () => ReadonlyArray<LogProblem>
}

/** What is told, and how. */
export type TellerParts = {
  readonly turns: TurnIndex
  readonly range: RecordRange
  readonly look: PageLook
}

/** A teller before the first record. */
export const teller = ({ turns, range, look }: TellerParts): Teller => {
  const state: Telling = { timeline: timeline.initial, day: '', problems: [] }

  const dated = (entry: TimelineEntry): string => {
    const day = entry.at.slice(0, 10)
    const title = day === state.day ? '' : dayText(day, look)
    state.day = day
    return title + entryText(entry, look)
  }
  const lineText = (line: Group['lines'][number]): string => {
    const { record } = line
    const asked = range.from <= record.seq && record.seq <= range.to
    if (!line.known) return asked ? dated(foreignEntry(line.record)) : ''
    state.timeline = timeline.apply(state.timeline, line.record)
    return asked ? dated(timelineEntry(state.timeline, line.record, turns.markOf(record))) : ''
  }
  const text = (reading: LogReading, raw = ''): string => {
    if (reading.type === 'group') return reading.lines.map(lineText).join('')
    if (reading.type === 'torn') return problemText(tornNote(reading), look)
    state.problems.push(reading.problem)
    return problemText(reading.problem, look, raw)
  }
  const closing = (): string =>
    closingText([...standsWords(turns), usageText(state.timeline.used)], look)
  return { text, closing, problems: () => state.problems }
}

type Telling = { timeline: typeof timeline.initial; day: string; readonly problems: LogProblem[] }

type Group = Extract<LogReading, { readonly type: 'group' }>

const tornNote = ({ tail, line }: Extract<LogReading, { readonly type: 'torn' }>): LogProblem => ({
  line,
  offset: tail.offset,
  kind: 'torn_tail',
  message: `the last ${tail.length} bytes are not a whole group: they never happened`,
})

const standsWords = (turns: TurnIndex): ReadonlyArray<string> => {
  const open = turns.open()
  if (open === undefined) return []
  return open.fate === 'running'
    ? [`Turn ${open.number} is open: a Pod is at work on it, or it was interrupted here.`]
    : [`Turn ${open.number} rests and can be resumed.`]
}
