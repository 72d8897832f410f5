import type { Notification, NotificationData } from '../../../domain/protocol/notification.js'
import { protocolFault } from '../../../domain/protocol/protocol-fault.js'
import { applyLive } from '../../../projections/transcript/live.js'
import type { Message } from '../message.js'
import { type Step, step, type TuiState } from '../state.js'
import { farewellText } from './farewell.js'
import { clockAfter } from './live-clock.js'
import { takenBack } from './take-back.js'
import { turnBell } from './turn-bell.js'
import { acked, refused } from './update-answer.js'
import { performKept } from './update-enter.js'
import { addHistory, addRecord } from './update-records.js'
import { forgetSession, snapshotTaken } from './update-snapshot.js'
import { withAlert } from './with-alert.js'
import { withoutWork } from './without-work.js'

/** What a notification makes of the state; then what was kept for this moment is done. */
export const notified = (
  { notification, atMs }: Extract<Message, { readonly type: 'Notified' }>,
  state: TuiState,
): Step => {
  const clock = clockAfter(state.clock, notification, atMs)
  const heard = hear(notification, atMs, { ...state, nowMs: atMs, clock })
  const kept = performKept(atMs, heard.state)
  return step(kept.state, ...heard.commands, ...kept.commands)
}

const hear = (notification: Notification, atMs: number, before: TuiState): Step => {
  const state = { ...before, live: applyLive(before.live, notification) }
  switch (notification.event) {
    case 'hello':
      return greeted(notification.data, before)
    case 'snapshot':
      return snapshotTaken(notification.data, atMs, before)
    case 'record':
      return step(addRecord(notification.data, before))
    case 'status':
      return step(statusTold(notification.data, atMs, state))
    case 'retry':
      return step({ ...state, retryAtMs: atMs + notification.data.wait_ms })
    case 'run_end':
      return ended(notification.data, atMs, state)
    case 'history':
      return step(addHistory(notification.data, state))
    case 'ack':
      return step(acked(notification.data, state))
    case 'error':
      return step(refused(notification.data, atMs, state))
    case 'alert':
      return step(alerted(notification.data, atMs, state))
    case 'resync':
      return step({ ...state, connection: { tag: 'greeting', attempt: 0 } })
    case 'shutdown':
      return shutDown(notification.data, state)
    case 'turn_start':
      return step({ ...state, unclaimed: undefined })
    case 'round_start':
    case 'text_delta':
    case 'thinking_delta':
    case 'tool_call_start':
    case 'tool_args_delta':
    case 'tool_output_delta':
    case 'usage':
      return step(state)
  }
}

// A hint goes by itself; what holds for as long as the Pod does stays on its first screen, and why
// the log cannot be written stays in /status. That it fails, and that it is well again, stand alone:
// what was said before of files behind the log is no longer true.
const alerted = (
  { level, code, message }: NotificationData['alert'],
  atMs: number,
  state: TuiState,
): TuiState => {
  if (code === 'projection_late' && state.status?.storage === 'failed') return state
  const isOfLog = code === 'storage_failed' || code === 'storage_recovered'
  const before = isOfLog ? { ...state, hint: undefined } : state
  const next = withAlert({ level, message }, atMs, before)
  if (code === 'storage_failed') return { ...next, logTrouble: message }
  return code === 'manifest' ? { ...next, podRemarks: [...next.podRemarks, message] } : next
}

// What a Pod of another protocol says may mean something else, and what it is told as well.
const greeted = (hello: NotificationData['hello'], state: TuiState): Step => {
  const fault = protocolFault(hello.protocol)
  if (fault === undefined) return step(withPod(hello, state))
  const text = farewellText('not_started', state)
  return step(state, { type: 'Quit', farewell: { reason: 'incompatible', fault, text } })
}

// A Pod of this name may have come back with another session: then nothing of the old one goes on.
const withPod = ({ pod, session }: NotificationData['hello'], before: TuiState): TuiState => {
  const state = { ...before, podRemarks: [] }
  return state.pod === undefined || state.pod.session === session
    ? { ...state, pod: { pod, session, greeting: state.pod?.greeting } }
    : { ...forgetSession(state), pod: { pod, session, greeting: undefined } }
}

const statusTold = (
  status: NotificationData['status'],
  atMs: number,
  state: TuiState,
): TuiState => ({
  ...state,
  status,
  asked: askedAfter(status, state),
  stoppingSinceMs: status.stopping === undefined ? undefined : (state.stoppingSinceMs ?? atMs),
})

// A status that may be older than what was asked for does not answer it.
const askedAfter = (status: NotificationData['status'], { asked }: TuiState) => {
  if (asked === undefined || status.stopping !== undefined) return undefined
  const answered =
    asked.kind === 'start' ? status.status === 'running' : status.status !== 'running'
  return answered || (asked.kind === 'start' && asked.acked) ? undefined : asked
}

const ended = (end: NotificationData['run_end'], atMs: number, state: TuiState): Step => {
  const quiet = state.asked?.kind === 'start' && state.asked.acked
  const next = quiet ? { ...state, asked: undefined } : state
  const { result, input, segments } = end
  if (result !== 'rolled_back' || input === undefined || segments === undefined)
    return step(next, ...turnBell(end, next))
  return step(takenBack({ input, segments, atMs }, next))
}

const toldBy = (by: string): string => {
  if (by === 'signal') return 'a signal told it to'
  if (by === 'starter') return 'the yoi run that had started it has ended'
  return by === 'storage' ? 'its log could not be written' : 'another client told it to'
}

// Whoever told the Pod to end is done with it; others may want to go on.
const shutDown = ({ by }: NotificationData['shutdown'], state: TuiState): Step =>
  state.leaving
    ? step(state, {
        type: 'Quit',
        farewell: { reason: 'shut_down', text: farewellText('shut_down', state) },
      })
    : step(
        withoutWork({
          ...state,
          connection: { tag: 'ended', attempt: 0, how: 'shut_down', by: toldBy(by) },
          asked: undefined,
        }),
      )
