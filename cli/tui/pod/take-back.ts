import type { InputId } from '../../../domain/ids.js'
import type { QueuedInput } from '../../../domain/protocol/notification.js'
import type { Segments } from '../../../domain/segment.js'
import { type Editor, isEmpty } from '../editor/editor.js'
import { fromSegments } from '../editor/editor-segments.js'
import { edited } from '../editor/update-text.js'
import { keyFor } from '../keys/keymap.js'
import type { KeyMessage } from '../message.js'
import { type OpenCall, type Step, step, type TuiState, withHint } from '../state.js'

/** Alt-Up: the last returned text, else the last kept or queued input, into the editor. */
export const takeBack = (key: KeyMessage, state: TuiState): Step => {
  const returned = state.returned.at(-1)
  if (returned !== undefined)
    return step(putBack(returned, { ...state, returned: state.returned.slice(0, -1) }))
  const kept = state.submits.filter(({ sent }) => sent === 'kept').at(-1)
  if (kept !== undefined)
    return step(
      putBack(kept.segments, {
        ...state,
        submits: state.submits.filter((submit) => submit !== kept),
      }),
    )
  if (state.unclaimed !== undefined)
    return step(putBack(state.unclaimed, { ...state, unclaimed: undefined, hint: undefined }))
  return withdrawLast(key, state)
}

/** The editor with this text above what was being typed, the caret where it was in that. */
export const putBack = (segments: Segments, state: TuiState): TuiState => {
  const above = fromSegments(segments)
  return { ...edited(joined(above, state.editor), state), pastes: lastPaste(state, segments) }
}

/** A text that came back: into an empty editor, else offered above it. */
export const giveBack = (segments: Segments, state: TuiState): TuiState =>
  isEmpty(state.editor) && state.history.browsing === undefined
    ? putBack(segments, state)
    : { ...state, returned: [...state.returned, segments] }

type TakenBack = {
  readonly input: string
  readonly segments: Segments
  readonly atMs: number
}

/** The text of an own Submit that was taken back: once, however often it is told. */
export const bringBack = ({ input, segments, atMs }: TakenBack, state: TuiState): TuiState => {
  if (!state.ownInputs.includes(input) || state.broughtBack.includes(input)) return state
  const broughtBack = [...state.broughtBack, input].slice(-inputsKept)
  const hint = 'Taken back: nothing had been answered. The text is yours again.'
  return withHint('info', hint, { atMs, state: giveBack(segments, { ...state, broughtBack }) })
}

/**
 * The text of a Submit that was taken back under everybody's eyes: an own one comes back, any other
 * is offered, since whoever had sent it may have left.
 */
export const takenBack = (back: TakenBack, state: TuiState): TuiState => {
  if (state.ownInputs.includes(back.input)) return bringBack(back, state)
  const key = keyFor('take_back', state.keymap)
  if (key === '') return state
  const hint = `Taken back: ${key} fetches the text. Nothing had been answered, and it was not sent from this screen.`
  return withHint('info', hint, {
    atMs: back.atMs,
    state: { ...state, unclaimed: back.segments },
  })
}

const inputsKept = 200

const joined = (above: Editor, below: Editor): Editor =>
  isEmpty(below)
    ? { ...below, atoms: above.atoms, caret: above.caret, doing: undefined }
    : {
        ...below,
        atoms: [...above.atoms, '\n', ...below.atoms],
        caret: above.atoms.length + 1 + below.caret,
        doing: undefined,
      }

/** The text of a withdrawn input, once, whether its record or its answer comes first. */
export const withdrawn = (input: string, state: TuiState): TuiState => {
  const call = state.calls.find((open) => open.kind === 'withdraw' && open.input === input)
  if (call?.kind !== 'withdraw') return state
  return putBack(call.segments, {
    ...state,
    calls: state.calls.filter((open) => open !== call),
    queue: state.queue.filter(({ id }) => id !== input),
  })
}

const withdrawal = (id: string, { id: input, segments }: QueuedInput): OpenCall => ({
  kind: 'withdraw',
  id,
  input,
  segments,
})

/** The highest number of a chip in use. */
export const lastPaste = (state: TuiState, segments: Segments): number =>
  segments
    .map((segment) => (segment.kind === 'paste' ? Number(segment.id) : 0))
    .filter((id) => Number.isSafeInteger(id))
    .reduce((a, b) => Math.max(a, b), state.pastes)

const withdrawLast = (key: KeyMessage, state: TuiState): Step => {
  const asked = new Set<InputId>(
    state.calls.flatMap((call) => (call.kind === 'withdraw' ? [call.input] : [])),
  )
  const last = state.queue.filter(({ id }) => !asked.has(id)).at(-1)
  if (last === undefined || state.connection.tag !== 'live')
    return step(withHint('info', 'There is nothing to take back.', { ...key, state }))
  const { id } = key
  return step(
    { ...state, calls: [...state.calls, withdrawal(id, last)] },
    { type: 'Send', method: { method: 'withdraw', params: { id: last.id }, id } },
  )
}
