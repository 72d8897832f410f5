import type * as E from 'fp-ts/lib/Either.js'
import { type InputId, turnOpenedBy } from '../ids.js'
import type { Ask } from '../input.js'
import { limits } from '../limits.js'
import { segmentFault } from '../segment-fault.js'
import { closePending, interruptedByRun } from './close-calls.js'
import { type Draft, emit, emitAll, type Step } from './draft.js'
import { sendNext } from './go.js'
import { makeRoom } from './make-room.js'
import { restingTurn, runningTurn } from './state.js'
import {
  accept,
  alreadyRunning,
  type Decision,
  isLeaving,
  type Rejection,
  reject,
  shuttingDown,
} from './verdict.js'

type Submit = Extract<Ask, { readonly method: 'run' | 'queue' }>

/** Decides `run` and `queue`. A key that was accepted before gets its first answer again. */
export const decideSubmit = (
  ask: Submit,
  id: InputId,
  draft: Draft,
): E.Either<Rejection, Decision> => {
  const before = draft.state.keys.find((one) => one.key === ask.key)
  if (before !== undefined) return accept(draft, { input: before.input })
  if (isLeaving(draft.state)) return shuttingDown(draft.state)
  const fault = segmentFault(ask.segments)
  if (fault !== undefined) return reject('invalid_request', fault)
  return ask.method === 'run' ? run(ask, id, draft) : queue(ask, id, draft)
}

const run = (ask: Submit, id: InputId, draft: Draft) =>
  runningTurn(draft.state) === undefined
    ? accept(submit(ask, id)(closeResting(draft)), { input: id })
    : alreadyRunning

const queue = (ask: Submit, id: InputId, draft: Draft) => {
  const { conversation, inbox } = draft.state
  if (conversation.turn === undefined && inbox.inputs.length === 0)
    return accept(submit(ask, id)(draft), { input: id })
  return inbox.inputs.length >= limits.queueMax
    ? reject(
        'queue_full',
        `The queue holds ${limits.queueMax} inputs and takes no more: withdraw one, or wait for a turn to end.`,
      )
    : accept(wait(ask, id)(draft), { input: id })
}

const submit =
  (ask: Submit, id: InputId): Step =>
  (draft) => {
    const data = { input: id, turn: turnOpenedBy(id), ...submitted(ask), via: ask.method }
    return sendNext(emit({ type: 'InputSubmitted', data })(makeRoom(draft)))
  }

const wait = (ask: Submit, id: InputId): Step =>
  emit({ type: 'InputQueued', data: { input: id, ...submitted(ask) } })

const submitted = ({ segments, by, key }: Submit) =>
  key === undefined ? { segments, by } : { segments, by, key }

const interruptedNote =
  "[The previous turn was interrupted by the user. The user's next request follows.]"

// A Submit over a resting turn ends it: every open call gets a result, and the model is told.
const closeResting: Step = (draft) => {
  const turn = restingTurn(draft.state)
  if (turn === undefined) return draft
  return emitAll([
    ...closePending(turn, interruptedByRun),
    { type: 'TurnEnded', data: { turn: turn.id, result: 'cancelled', by: 'run' } },
    { type: 'NoteAdded', data: { turn: turn.id, kind: 'interrupted', text: interruptedNote } },
  ])(draft)
}
