import { type TurnIndex, turnIndex } from '../../cli/replay/turn-index.js'
import type { LogRecord } from '../../domain/log/record.js'
import { type TimelineEntry, timeline, timelineEntry } from '../../projections/timeline.js'
import { isFateEvent } from '../../projections/turn-fate.js'

/** The turns of these records. */
export const turnsOf = (records: ReadonlyArray<LogRecord>): TurnIndex => {
  const index = turnIndex()
  for (const record of records) if (isFateEvent(record)) index.take(record)
  return index
}

/** The records as a replay tells them. */
export const entriesOf = (records: ReadonlyArray<LogRecord>): ReadonlyArray<TimelineEntry> => {
  const turns = turnsOf(records)
  let state = timeline.initial
  return records.map((record) => {
    state = timeline.apply(state, record)
    return timelineEntry(state, record, turns.markOf(record))
  })
}
