import type { FarewellReason } from '../command.js'
import type { Disconnected } from '../message.js'
import { type Connection, type Step, step, type TuiState } from '../state.js'
import { safeLine } from '../text/safe-text.js'
import { farewellText } from './farewell.js'
import { withoutWork } from './without-work.js'

const firstWaitMs = 200
const longestWaitMs = 5000

/** The line to the Pod stands; all waits for its snapshot. */
export const connected = (state: TuiState): Step =>
  step({ ...state, connection: { tag: 'greeting', attempt: attempts(state) } })

/**
 * The line broke or could not be made: said, and tried again after 0.2 s, growing to 5 s. Submits
 * wait and are sent again with their keys; a withdrawal waits for its record; other calls are over.
 * When no Pod will come, the TUI ends and what was typed is printed. A Pod that has ended is looked
 * for all the same: somebody else may start it again.
 */
export const disconnected = (message: Disconnected, state: TuiState): Step => {
  const { atMs, forGood } = message
  if (forGood === true) return quit('not_started', state)
  if (state.leaving) return quit('shut_down', state)
  const attempt = attempts(state) + 1
  const afterMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1))
  const next: TuiState = {
    ...state,
    nowMs: atMs,
    connection: awayAfter(message, { attempt, retryAtMs: atMs + afterMs }, state),
    asked: undefined,
    calls: state.calls.filter(({ kind }) => kind === 'withdraw'),
  }
  return step(next.connection.tag === 'ended' ? withoutWork(next) : next, {
    type: 'Connect',
    afterMs,
  })
}

const awayAfter = (
  { reason, gone }: Disconnected,
  { attempt, retryAtMs }: { readonly attempt: number; readonly retryAtMs: number },
  { connection }: TuiState,
): Connection => {
  if (connection.tag === 'ended') return { ...connection, attempt }
  if (gone !== true) return { tag: 'broken', attempt, reason: safeLine(reason), retryAtMs }
  if (connection.tag !== 'starting') return { tag: 'ended', attempt, how: 'died', by: '' }
  return attempt < startTriesMax
    ? { ...connection, attempt }
    : { ...connection.was, attempt, fault: noAnswer }
}

// A Pod that holds the session may be reading its log still, or be about to leave it.
const startTriesMax = 4

const noAnswer = 'No Pod has answered for this session yet; it is still looked for.'

const quit = (reason: FarewellReason, state: TuiState): Step =>
  step(state, { type: 'Quit', farewell: { reason, text: farewellText(reason, state) } })

const attempts = ({ connection }: TuiState): number =>
  connection.tag === 'live' ? 0 : connection.attempt
