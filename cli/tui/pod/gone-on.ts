import type { LogRecord } from '../../../domain/log/record.js'
import { nothingLive } from '../../../projections/transcript/live.js'
import { emptySequence } from '../../../projections/transcript/sequence.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import type { TuiState } from '../state.js'
import { withTail } from './update-snapshot.js'

/**
 * The first state of a TUI: a new one, or one that was left for another screen and goes on as after
 * a break of the line, with all that was typed in it. `tail`, the newest records of the session, is
 * shown until the Pod answers when nothing of it is known.
 */
export const goneOn = (tail: ReadonlyArray<LogRecord>, state: TuiState): TuiState => {
  const here: TuiState = {
    ...state,
    connection: { tag: 'connecting', attempt: 0 },
    asked: undefined,
    armed: undefined,
    hint: undefined,
    calls: state.calls.filter(({ kind }) => kind === 'withdraw'),
  }
  return here.transcript.last === undefined ? withTail(tail, here) : here
}

/** The state without what the log of its session tells, to be kept while another Pod is shown. */
export const withoutRecords = (state: TuiState): TuiState => ({
  ...state,
  records: emptySequence,
  transcript: transcript.initial,
  olderUsage: undefined,
  live: nothingLive,
  scroll: { tag: 'following' },
})
