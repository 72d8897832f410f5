import type { NotificationData } from '../../../domain/protocol/notification.js'
import { keyFor } from '../keys/keymap.js'
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
  const text = [said(error), ...advice(error, state), ...(submit === undefined ? [] : [kept])]
  return withHint('error', text.join(' '), { atMs, state: given })
}

const kept = 'The text is back in the editor.'

const said = ({ code, message }: NotificationData['error']): string => {
  if (message === '') return `The Pod refused: ${code}.`
  return /[.!?。]$/.test(message) ? message : `${message}.`
}

// What the Pod cannot know: the keys of this screen.
const advice = (
  { code }: NotificationData['error'],
  { keymap }: TuiState,
): ReadonlyArray<string> => {
  const key = keyFor('take_back', keymap)
  return code === 'queue_full' && key !== '' ? [`${key} takes the last one back.`] : []
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
