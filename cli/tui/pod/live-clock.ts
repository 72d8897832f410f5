import type { CallId } from '../../../domain/ids.js'
import type { Notification } from '../../../domain/protocol/notification.js'

/** Since when something goes on, in monotonic ms; `over` when it had begun before one looked. */
export type Since = { readonly atMs: number; readonly over: boolean }

/** Since when the model thinks, and since when calls run, as this screen has seen it. */
export type LiveClock = {
  readonly thinking: Since | undefined
  readonly calls: ReadonlyMap<CallId, Since>
}

export const stoppedClock: LiveClock = { thinking: undefined, calls: new Map() }

/** Whether anything is measured, so that the screen changes with the seconds. */
export const isTicking = ({ thinking, calls }: LiveClock): boolean =>
  thinking !== undefined || calls.size > 0

/** The clock after what the Pod told at this time. */
export const clockAfter = (
  clock: LiveClock,
  notification: Notification,
  atMs: number,
): LiveClock => {
  switch (notification.event) {
    case 'snapshot':
      return atSnapshot(notification.data.in_flight, atMs, clock)
    case 'thinking_delta':
      return clock.thinking === undefined ? { ...clock, thinking: { atMs, over: false } } : clock
    case 'text_delta':
    case 'tool_call_start':
      return clock.thinking === undefined ? clock : { ...clock, thinking: undefined }
    case 'record':
      return afterRecord(clock, notification.data, atMs)
    case 'resync':
      return stoppedClock
    default:
      return clock
  }
}

type NotificationData<K> = Extract<Notification, { readonly event: K }>

const atSnapshot = (
  inFlight: NotificationData<'snapshot'>['data']['in_flight'],
  atMs: number,
  before: LiveClock,
): LiveClock => {
  if (inFlight === null) return stoppedClock
  const since = { atMs, over: true }
  return {
    thinking: inFlight.blocks.at(-1)?.kind === 'thinking' ? since : undefined,
    calls: new Map(inFlight.calls.map(({ call }) => [call, before.calls.get(call) ?? since])),
  }
}

const afterRecord = (
  clock: LiveClock,
  record: NotificationData<'record'>['data'],
  atMs: number,
): LiveClock => {
  switch (record.type) {
    case 'ToolCallStarted':
      return {
        ...clock,
        calls: new Map(clock.calls).set(record.data.call, { atMs, over: false }),
      }
    case 'ToolCallCompleted':
      return {
        ...clock,
        calls: new Map([...clock.calls].filter(([call]) => call !== record.data.call)),
      }
    case 'RoundStarted':
    case 'AssistantReplied':
    case 'StopRequested':
      return { ...clock, thinking: undefined }
    case 'TurnPaused':
    case 'TurnEnded':
    case 'HeadReset':
      return stoppedClock
    default:
      return clock
  }
}
