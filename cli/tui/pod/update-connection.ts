import type { FarewellReason } from '../command.js'
import type { Disconnected } from '../message.js'
import { type Step, step, type TuiState } from '../state.js'
import { safeLine } from '../text/safe-text.js'
import { farewellText } from './farewell.js'

const firstWaitMs = 200
const longestWaitMs = 5000

/** The line to the Pod stands; all waits for its snapshot. */
export const connected = (state: TuiState): Step =>
  step({ ...state, connection: { tag: 'greeting', attempt: attempts(state) } })

/**
 * The line broke or could not be made: said, and tried again after 0.2 s, growing to 5 s. Submits
 * wait and are sent again with their keys; a withdrawal waits for its record; other calls are over.
 * When no Pod will come, the TUI ends and what was typed is printed.
 */
export const disconnected = ({ reason, atMs, forGood }: Disconnected, state: TuiState): Step => {
  if (forGood === true) return quit('not_started', state)
  if (state.leaving) return quit('shut_down', state)
  const attempt = attempts(state) + 1
  const afterMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1))
  return step(
    {
      ...state,
      nowMs: atMs,
      connection: { tag: 'broken', attempt, reason: safeLine(reason), retryAtMs: atMs + afterMs },
      asked: undefined,
      calls: state.calls.filter(({ kind }) => kind === 'withdraw'),
    },
    { type: 'Connect', afterMs },
  )
}

const quit = (reason: FarewellReason, state: TuiState): Step =>
  step(state, { type: 'Quit', farewell: { reason, text: farewellText(reason, state) } })

const attempts = ({ connection }: TuiState): number =>
  connection.tag === 'live' ? 0 : connection.attempt
