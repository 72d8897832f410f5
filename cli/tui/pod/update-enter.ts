import { SubmitKey } from '../../../domain/ids.js'
import { limits } from '../../../domain/limits.js'
import type { Method } from '../../../domain/protocol/method.js'
import { type Segments, textOf } from '../../../domain/segment.js'
import { fitsFrame, isOverlong } from '../../../domain/segment-size.js'
import type { Command } from '../command.js'
import { withDraftHint } from '../editor/draft-hint.js'
import { withInput } from '../editor/earlier-inputs.js'
import { emptyEditor, isEmpty } from '../editor/editor.js'
import { toSegments } from '../editor/editor-segments.js'
import type { KeyMessage } from '../message.js'
import {
  type Asked,
  type Mode,
  modeOf,
  type Step,
  type Submit,
  step,
  type TuiState,
} from '../state.js'
import { startAgain } from './start-again.js'

const keysKept = 200

/**
 * Enter: with text a Submit, without it a resume where there is something to go on with. Where the
 * Pod has ended it is started again first, and the text stays.
 */
export const enter = (key: KeyMessage, state: TuiState): Step => {
  if (state.connection.tag === 'ended') return startAgain(state.connection, state)
  if (isEmpty(state.editor)) return enterEmpty(key, state)
  const segments = toSegments(state.editor)
  const refusal = refusalOf(segments)
  if (refusal !== undefined) return step(withDraftHint('error', refusal, { ...key, state }))
  const { history } = state
  const next = { ...cleared(state), history: withInput(segments, history) }
  const remember: ReadonlyArray<Command> =
    next.history.entries.at(-1) === history.entries.at(-1) ? [] : [{ type: 'Remember', segments }]
  const leave: ReadonlyArray<Command> =
    state.overlay.panel === undefined ? [] : [{ type: 'LeavePanel' }]
  return after(step(state, ...leave, ...remember), submit({ id: key.id, segments }, key.atMs, next))
}

/** Performs what was kept during a stop or a broken connection, now that the status is known. */
export const performKept = (atMs: number, state: TuiState): Step => {
  if (modeOf(state) === 'offline' || modeOf(state) === 'stopping') return step(state)
  const kept = state.submits.filter(({ sent }) => sent === 'kept')
  const rest = state.submits.filter(({ sent }) => sent !== 'kept')
  const resumed = resumeKept(
    atMs,
    { ...state, submits: rest, keptResume: undefined },
    state.keptResume,
  )
  return kept.reduce<Step>(
    (sum, { sent: _, ...draft }) => after(sum, submit(draft, atMs, sum.state)),
    resumed,
  )
}

/** The call that carries a Submit; its id is also the key that makes a repeat harmless. */
export const submitMethod = ({ id, segments, sent }: Submit): Method => ({
  method: sent === 'queue' ? 'queue' : 'run',
  params: { input: segments, ...(SubmitKey.is(id) ? { key: id } : {}) },
  id,
})

const after = (before: Step, next: Step): Step =>
  step(next.state, ...before.commands, ...next.commands)

// The text leaves the editor for the list of Submits, which is shown above it until the answer. A
// panel would hide the turn that it begins.
const cleared = (state: TuiState): TuiState => ({
  ...state,
  editor: { ...emptyEditor, kills: state.editor.kills },
  scroll: { tag: 'following' },
  overlay: { ...state.overlay, panel: undefined },
  hint: undefined,
})

type Draft = Omit<Submit, 'sent'>

const submit = (draft: Draft, atMs: number, state: TuiState): Step => {
  const mode = modeOf(state)
  const sent = sentAs(mode, draft, state)
  const blind = mode === 'offline' && (state.pod !== undefined || state.records.length > 0)
  const submit: Submit = { ...draft, sent, ...(blind ? { blind } : {}) }
  const next = {
    ...state,
    submits: [...state.submits, submit],
    ownKeys: [...state.ownKeys, draft.id].slice(-keysKept),
  }
  if (sent === 'kept') return step(next)
  const send: Command = { type: 'Send', method: submitMethod(submit) }
  return sent === 'run' ? step(started(draft.id, atMs, next), send) : step(next, send)
}

// What was typed while the Pod was away waits its turn: nobody saw what it would have interrupted.
const sentAs = (mode: Mode, draft: Draft, state: TuiState): Submit['sent'] => {
  if (mode === 'offline' || mode === 'stopping') return 'kept'
  const first = state.submits.every(({ sent }) => sent === 'kept')
  return mode !== 'running' && first && draft.blind !== true ? 'run' : 'queue'
}

const started = (id: string, atMs: number, state: TuiState): TuiState => {
  const asked: Asked = { kind: 'start', id, acked: false, atMs }
  return { ...state, asked }
}

const enterEmpty = (key: KeyMessage, state: TuiState): Step => {
  switch (modeOf(state)) {
    case 'paused':
    case 'idle':
      return canResume(state) ? resume(key.id, key.atMs, state) : step(state)
    case 'stopping':
      return step(keepResume(key.id, state))
    case 'running':
    case 'offline':
      return step(state)
  }
}

// Behind a kept text there is nothing to resume: that text will have opened its own turn.
const keepResume = (id: string, state: TuiState): TuiState =>
  state.submits.some(({ sent }) => sent === 'kept')
    ? state
    : { ...state, keptResume: state.keptResume ?? id }

/** Whether an empty Enter has something to go on with. */
export const canResume = (state: TuiState): boolean => {
  const mode = modeOf(state)
  if (mode === 'idle')
    return state.transcript.ending?.result === 'errored' || state.queue.length > 0
  return mode === 'paused'
}

const resumeKept = (atMs: number, state: TuiState, id: string | undefined): Step =>
  id !== undefined && canResume(state) ? resume(id, atMs, state) : step(state)

const resume = (id: string, atMs: number, state: TuiState): Step =>
  step(started(id, atMs, { ...state, scroll: { tag: 'following' } }), {
    type: 'Send',
    method: { method: 'resume', id },
  })

const refusalOf = (segments: Segments): string | undefined => {
  if (textOf(segments).trim() === '')
    return 'There are only blanks in the message: nothing was sent.'
  if (segments.length > limits.segmentsMax)
    return `The message has over ${limits.segmentsMax} pieces. Take some pasted texts out.`
  return isTooLong(segments)
    ? 'The message is too long. Save a part of it to a file and name the file with @path.'
    : undefined
}

const isTooLong = (segments: Segments): boolean => !fitsFrame(segments) || segments.some(isOverlong)
