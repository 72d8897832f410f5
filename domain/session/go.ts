import type { Event } from '../event/event.js'
import type { HookPoint } from '../hook-point.js'
import { type InputId, type TurnId, turnOpenedBy } from '../ids.js'
import { newsOpensTurn, type WaitingInput } from '../inbox/inbox.js'
import { type Call, pending, startable, started } from '../turn/call.js'
import { requestBytes } from '../turn/request/build-request.js'
import type { Turn } from '../turn/turn.js'
import { type Draft, emit, emitAll, type Step } from './draft.js'
import { makeRoom } from './make-room.js'
import { requestOf } from './request.js'
import { runningTurn } from './state.js'

/**
 * Carries the running turn on, by the first that fits: start calls, wait for those that run, send
 * the unanswered request again, finish after a complete reply, end at the limit of rounds, or send
 * the next request. Nothing while a stop is under way.
 */
export const go: Step = (draft) => {
  const turn = runningTurn(draft.state)
  if (turn === undefined || turn.stop !== undefined) return draft
  if (pending(turn.calls).length > 0) return startCalls(turn)(draft)
  if (started(turn.calls).length > 0) return draft
  if (turn.request?.answered === false) return sendAgain(draft)
  if (isComplete(turn)) return complete(turn)(draft)
  return roundsUsedUp(turn, draft) ? endAtLimit(turn)(draft) : sendNext(draft)
}

const isComplete = (turn: Turn): boolean =>
  turn.request?.answered === true && turn.calls.length === 0 && !turn.unfinished

const roundsUsedUp = (turn: Turn, draft: Draft): boolean =>
  (turn.request?.round ?? 0) >= (draft.state.session?.maxRounds ?? Number.POSITIVE_INFINITY)

// Calls about which the hooks have been asked start, in order; then the hooks are asked about the next.
const startCalls =
  (turn: Turn): Step =>
  (draft) => {
    const next = startable(turn.calls)
    const waits = hasHook(draft, 'before_tool')
    const held = waits ? next.findIndex((call) => call.asked !== true) : -1
    const ready = held === -1 ? next : next.slice(0, held)
    const started = emitAll(ready.map((call) => callStarted(turn, call)))(draft)
    const call = next[held]
    return call === undefined || turn.hook !== undefined
      ? started
      : emit({ type: 'HookAsked', data: { turn: turn.id, on: 'before_tool', call: call.id } })(
          started,
        )
  }

const callStarted = (turn: Turn, call: Call): Event => ({
  type: 'ToolCallStarted',
  data: { turn: turn.id, call: call.id, name: call.name },
})

const hasHook = ({ state }: Draft, on: HookPoint): boolean => state.pod?.hooks.includes(on) === true

const endAtLimit = (turn: Turn): Step =>
  emit({
    type: 'TurnEnded',
    data: {
      turn: turn.id,
      result: 'limit_reached',
      error: {
        code: 'max_rounds',
        message: 'The turn used all its rounds (worker.max_rounds). Send a new input to carry on.',
      },
    },
  })

/**
 * Ends the turn as finished, once the hooks of its end have been asked; what waits in the inbox goes
 * on in the same group.
 */
export const complete =
  (turn: Turn): Step =>
  (draft) => {
    if (turn.hook !== undefined) return draft
    return hasHook(draft, 'turn_end') && !turn.endAsked
      ? emit({ type: 'HookAsked', data: { turn: turn.id, on: 'turn_end' } })(draft)
      : next(emit({ type: 'TurnEnded', data: { turn: turn.id, result: 'finished' } })(draft))
  }

/** After a finished turn: the first waiting input, else news that may open a turn, else rest. */
export const next: Step = (draft) => {
  const { held, inputs } = draft.state.inbox
  const first = held ? undefined : inputs[0]
  return first === undefined ? openByNews(draft) : submitWaiting(first, 'queue')(draft)
}

// A notice that came while a hold lasted opens a turn all the same: it is not held back.
const openByNews: Step = (draft) => (newsOpensTurn(draft.state.inbox) ? sendNext(draft) : draft)

/** Opens a turn with an input that has waited. */
export const submitWaiting =
  (input: WaitingInput, via: 'queue' | 'resume'): Step =>
  (draft) => {
    const { id, segments, by, key } = input
    const data = { input: id, turn: turnOpenedBy(id), segments, by, via }
    const event = {
      type: 'InputSubmitted' as const,
      data: key === undefined ? data : { ...data, key },
    }
    return sendNext(emit(event)(makeRoom(draft)))
  }

/** A new request: all news that wait enter the conversation first, opening a turn if none is open. */
export const sendNext: Step = (draft) => sendRound(deliver(draft), 'next')

/** Opens a turn with the news that wait, because a person resumed. */
export const resumeWithNews: Step = (draft) => sendRound(deliver(draft, 'resume'), 'next')

/** The same request once more. It takes nothing from the inbox, so it is byte-equal. */
export const sendAgain: Step = (draft) => sendRound(draft, 'again')

const deliver = (draft: Draft, by?: 'resume'): Draft => {
  const ids = draft.state.inbox.news.map((news) => news.id)
  const first = ids[0]
  if (first === undefined) return draft
  const turn = draft.state.conversation.turn?.id ?? turnOpenedBy(first)
  return emit(delivery(turn, ids, by))(makeRoom(draft))
}

const delivery = (turn: TurnId, ids: ReadonlyArray<InputId>, by?: 'resume') => ({
  type: 'InboxDelivered' as const,
  data: by === undefined ? { turn, ids } : { turn, ids, by },
})

const sendRound = (draft: Draft, which: 'next' | 'again'): Draft => {
  const turn = runningTurn(draft.state)
  const body = requestOf(draft.state)
  if (turn === undefined || body === undefined) return draft
  const sent = turn.request
  const place =
    which === 'again' && sent !== undefined
      ? { round: sent.round, attempt: sent.attempt + 1 }
      : { round: (sent?.round ?? 0) + 1, attempt: 1 }
  const request = draft.sha256(requestBytes(body))
  return emit({ type: 'RoundStarted', data: { turn: turn.id, ...place, request } })(draft)
}
