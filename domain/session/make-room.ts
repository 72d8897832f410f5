import type { EventOf } from '../event/event.js'
import { emit, type Step } from './draft.js'
import type { Conversation } from './state.js'

/**
 * Leaves out the turn that just ended because its request was too long, so that the turn that opens
 * now need not be. Otherwise every later request would repeat what was refused.
 */
export const makeRoom: Step = (draft) => {
  const event = leftOutNext(draft.state.conversation)
  return event === undefined ? draft : emit(event)(draft)
}

/** The turn that the next one will leave out, if there is one. */
export const leftOutNext = ({ tooLong, turn }: Conversation): EventOf<'TurnLeftOut'> | undefined =>
  tooLong === undefined || turn !== undefined
    ? undefined
    : { type: 'TurnLeftOut', data: { turn: tooLong, text: leftOutText } }

const leftOutText =
  '[The turn before did not fit into the context window and was left out. What its tools did stands.]'
