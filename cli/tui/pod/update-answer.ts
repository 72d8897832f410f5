import type { NotificationData } from '../../../domain/protocol/notification.js'
import { type TuiState, withHint } from '../state.js'
import { giveBack, withdrawn } from './take-back.js'

/** The state after an `ack`: a Submit is accepted, a withdrawn input comes back. */
export const acked = (ack: NotificationData['ack'], state: TuiState): TuiState => {
  const call = state.calls.find(({ id }) => id === ack.id)
  const given = call?.kind === 'withdraw' ? withdrawn(call.input, state) : state
  return {
    ...given,
    submits: given.submits.filter(({ id }) => id !== ack.id),
    calls: given.calls.filter(({ id }) => id !== ack.id),
    ownInputs: ownInputs(ack, state),
    asked: askedAfter(ack.id, state),
  }
}

/** The state after an `error`: said, and the text that it answers is back with the person. */
export const refused = (
  error: NotificationData['error'],
  atMs: number,
  state: TuiState,
): TuiState => {
  const submit = state.submits.find(({ id }) => id === error.id)
  const next = {
    ...state,
    submits: state.submits.filter(({ id }) => id !== error.id),
    calls: state.calls.filter(({ id }) => id !== error.id),
    leaving: state.leaving && !state.calls.some(({ id }) => id === error.id),
    asked: state.asked?.id === error.id ? undefined : state.asked,
  }
  const given = submit === undefined ? next : giveBack(submit.segments, next)
  return withHint('error', sentence(error, submit !== undefined), { atMs, state: given })
}

const sentence = ({ code, message }: NotificationData['error'], isSubmit: boolean): string => {
  const kept = isSubmit ? ' The text is back in the editor.' : ''
  return message === '' ? `The Pod refused: ${code}.${kept}` : `${message}${kept}`
}

const ownInputs = ({ id, input }: NotificationData['ack'], state: TuiState) =>
  input === undefined || !state.ownKeys.includes(id)
    ? state.ownInputs
    : [...state.ownInputs, input].slice(-inputsKept)

const inputsKept = 200

// A pause that found nothing to stop changes no status, so the answer itself ends the waiting.
const askedAfter = (id: string, { asked, status }: TuiState) => {
  if (asked?.id !== id) return asked
  if (asked.kind === 'stop' && status?.status !== 'running') return undefined
  return { ...asked, acked: true }
}
