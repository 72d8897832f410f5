import { emit, type Step } from './draft.js'

/**
 * Leaves out the turn that just ended because its request was too long, so that the turn that opens
 * now need not be. Otherwise every later request would repeat what was refused.
 */
export const makeRoom: Step = (draft) => {
  const { tooLong, turn } = draft.state.conversation
  return tooLong === undefined || turn !== undefined
    ? draft
    : emit({ type: 'TurnLeftOut', data: { turn: tooLong, text: leftOutText } })(draft)
}

const leftOutText =
  '[The turn before did not fit into the context window and was left out. What its tools did stands.]'
