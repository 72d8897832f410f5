import type { Message } from '../message.js'
import { type Ended, type Step, step, type TuiState } from '../state.js'
import { safeLine } from '../text/safe-text.js'

/** The Pod that has ended is started again, with its session; all that was typed stays. */
export const startAgain = (was: Ended, state: TuiState): Step =>
  step(
    {
      ...state,
      connection: { tag: 'starting', attempt: 0, was },
      scroll: { tag: 'following' },
      hint: undefined,
    },
    { type: 'StartAgain' },
  )

const lookAgainMs = 5000

/** The Pod could not be started again: said, and somebody else may still start it. */
export const notStarted = (
  { sentence, atMs }: Extract<Message, { readonly type: 'NotStarted' }>,
  state: TuiState,
): Step => {
  const { connection } = state
  if (connection.tag !== 'starting') return step(state)
  const ended = { ...connection.was, fault: safeLine(sentence) }
  return step(
    { ...state, nowMs: atMs, connection: ended },
    { type: 'Connect', afterMs: lookAgainMs },
  )
}
