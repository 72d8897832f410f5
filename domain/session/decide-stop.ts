import type * as E from 'fp-ts/lib/Either.js'
import type { Ask } from '../input.js'
import { type Draft, emit } from './draft.js'
import { go, resumeWithNews, submitWaiting } from './go.js'
import { restingTurn, runningTurn } from './state.js'
import { cancelTurn, detach, requestStop } from './stop.js'
import {
  accept,
  alreadyRunning,
  type Decision,
  isLeaving,
  type Rejection,
  reject,
  shuttingDown,
} from './verdict.js'

type StopAsk = Extract<
  Ask,
  { readonly method: 'resume' | 'pause' | 'cancel' | 'abandon' | 'shutdown' }
>

/** Decides the methods that stop a turn and go on with it. */
export const decideStop = (ask: StopAsk, draft: Draft): E.Either<Rejection, Decision> => {
  switch (ask.method) {
    case 'resume':
      return resume(ask.by, draft)
    case 'pause':
      return pause(ask.by, draft)
    case 'cancel':
      return cancel(ask.by, draft)
    case 'abandon':
      return abandon(draft)
    case 'shutdown':
      return shutdown(ask.by, draft)
  }
}

const notRunning = reject('not_running', 'No turn is running.')

const nothingToResume = reject('not_paused', 'No turn is paused and nothing waits to be run.')
const nothingToAbandon = reject('not_paused', 'No turn is paused, so there is none to end.')

const resume = (by: string, draft: Draft) => {
  const { state } = draft
  if (isLeaving(state)) return shuttingDown(state)
  if (runningTurn(state) !== undefined) return alreadyRunning
  const turn = state.conversation.turn ?? state.conversation.errored
  if (turn !== undefined)
    return accept(go(emit({ type: 'TurnResumed', data: { turn: turn.id, by } })(draft)))
  const waiting = state.inbox.inputs[0]
  if (waiting !== undefined) return accept(submitWaiting(waiting, 'resume')(draft))
  return state.inbox.news.length > 0 ? accept(resumeWithNews(draft)) : nothingToResume
}

const pause = (by: string, draft: Draft) => {
  const turn = runningTurn(draft.state)
  if (turn === undefined) return restingTurn(draft.state) === undefined ? notRunning : accept(draft)
  return turn.stop === undefined
    ? accept(requestStop(turn, { stop: 'pause', by })(draft))
    : accept(draft)
}

const cancel = (by: string, draft: Draft) => {
  const turn = runningTurn(draft.state)
  if (turn === undefined) return notRunning
  if (turn.stop?.leave === true) return shuttingDown(draft.state)
  return turn.stop?.kind === 'cancel'
    ? accept(draft)
    : accept(requestStop(turn, { stop: 'cancel', by })(draft))
}

const abandon = (draft: Draft) => {
  const turn = restingTurn(draft.state)
  return turn === undefined ? nothingToAbandon : accept(cancelTurn(turn, 'abandon')(draft))
}

const shutdown = (by: string, draft: Draft) => {
  const turn = runningTurn(draft.state)
  if (draft.state.pod?.left === true || turn?.stop?.leave === true) return accept(draft)
  return turn === undefined
    ? accept(detach(by)(draft))
    : accept(requestStop(turn, { stop: 'shutdown', by })(draft))
}
