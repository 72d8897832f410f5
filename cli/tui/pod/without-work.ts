import { settled } from '../../../projections/transcript/settled.js'
import type { TuiState } from '../state.js'
import { stoppedClock } from './live-clock.js'

/** The state as nothing runs any more, since the Pod that ran it has ended. */
export const withoutWork = (state: TuiState): TuiState => ({
  ...state,
  transcript: settled(state.transcript),
  clock: stoppedClock,
})
