import * as E from 'fp-ts/lib/Either.js'
import type { LiveDelta, Reply } from '../../../domain/reply.js'
import { accumulate, emptyAccumulator, replyOf } from './accumulator.js'
import type { Trouble } from './trouble.js'

/**
 * Reads the raw events of a stream until the reply is whole, showing what comes. A stream that
 * ends earlier is `truncated`. Rejects with what the stream throws.
 */
export const readReply = async (
  events: AsyncIterator<unknown>,
  show: (delta: LiveDelta) => void,
): Promise<E.Either<Trouble, Reply>> => {
  let state = emptyAccumulator
  while (!state.complete) {
    const next = await events.next()
    if (next.done === true) return E.left({ kind: 'truncated', begun: state.started })
    const step = accumulate(next.value, state)
    if (E.isLeft(step)) return E.left({ kind: 'malformed', detail: step.left })
    state = step.right.state
    step.right.deltas.forEach(show)
  }
  return E.right(replyOf(state))
}

/**
 * Reads what comes after a whole reply, so that its connection can serve again. Never rejects: how
 * the stream of a whole reply ends does not matter.
 */
export const readRest = async (events: AsyncIterator<unknown>): Promise<void> => {
  try {
    while ((await events.next()).done !== true);
  } catch {
    // Nothing of the reply is missing.
  }
}
