import type { Command } from '../../cli/tui/command.js'
import { toSegments } from '../../cli/tui/editor/editor-segments.js'
import type { Frame } from '../../cli/tui/frame.js'
import { initialState } from '../../cli/tui/initial-state.js'
import type { Message } from '../../cli/tui/message.js'
import { type Step, step, type TuiState } from '../../cli/tui/state.js'
import { update } from '../../cli/tui/update.js'
import { view } from '../../cli/tui/view.js'
import type { Event } from '../../domain/event/event.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { Notification, QueuedInput, Snapshot } from '../../domain/protocol/notification.js'
import type { PodStatus } from '../../domain/protocol/status.js'
import { textOf } from '../../domain/segment.js'
import { hashOf, keyNo, recordList, sessionNo } from './record-list.js'

export type Snap = {
  readonly status?: PodStatus
  readonly records?: ReadonlyArray<LogRecord>
  readonly queue?: ReadonlyArray<QueuedInput>
  readonly in_flight?: Snapshot['in_flight']
  readonly usage?: Snapshot['usage']
}

export const idle: PodStatus = { status: 'idle', queue_held: false }
export const running: PodStatus = { status: 'running', queue_held: false }
export const pausedStatus: PodStatus = { status: 'paused', queue_held: true }
export const stopping: PodStatus = { status: 'running', queue_held: true, stopping: 'pause' }

export const snapshot = ({
  status = idle,
  records = [],
  queue = [],
  in_flight = null,
  usage,
}: Snap): Notification => {
  const last = records.at(-1)
  const tip = last === undefined ? null : { seq: last.seq as never, hash: hashOf(last.seq) }
  return {
    event: 'snapshot',
    data: {
      ...status,
      tip,
      head: tip,
      total: (last?.seq ?? -1) + 1,
      items: [],
      segments: [],
      records,
      queue,
      greeting: {
        pod: 'p',
        cwd: '/w',
        model: 'offline',
        scope: [],
        tools: [],
        context_window: 1000,
      },
      ...(usage === undefined ? {} : { usage }),
      in_flight,
    },
  }
}

export const hello: Notification = {
  event: 'hello',
  data: { protocol: 1, yoi: '0', pod: 'p', session: sessionNo(1), pid: 1 },
}

/** Messages, played one second apart unless they say when; ids count up from 1. */
export type Play = Message | Notification | string

/** The step after all of these: strings are keys, or typed text when they begin with `'`. */
export const play = (start: TuiState, ...plays: ReadonlyArray<Play>): Step =>
  plays.reduce<Step>((sum, one, index) => {
    const next = update(sum.state, messageOf(one, sum.state.nowMs + 1000, index))
    return step(next.state, ...sum.commands, ...next.commands)
  }, step(start))

let keysPressed = 0

const messageOf = (one: Play, atMs: number, _index: number): Message => {
  if (typeof one !== 'string')
    return 'event' in one ? { type: 'Notified', notification: one, atMs } : one
  keysPressed += 1
  return one.startsWith("'")
    ? { type: 'Text', text: one.slice(1), atMs, id: keyNo(keysPressed) }
    : { type: 'Key', name: one, atMs, id: keyNo(keysPressed) }
}

/** A TUI that has just got this snapshot. */
export const attached = (snap: Snap = {}): TuiState =>
  play(
    { ...initialState({ width: 80, height: 24 }), nowMs: 0 },
    { type: 'Connected', atMs: 0 },
    hello,
    snapshot(snap),
  ).state

export const told = (status: PodStatus): Notification => ({ event: 'status', data: status })
export const ack = (id: string, more: object = {}): Notification => ({
  event: 'ack',
  data: { id, ...more },
})
export const refusal = (
  id: string,
  code: 'already_running' | 'invalid_request' | 'not_running',
): Notification => ({
  event: 'error',
  data: { code, message: `refused: ${code}`, id },
})

/** The record of an event behind these. */
export const recordAfter = (records: ReadonlyArray<LogRecord>, event: Event): Notification => {
  const at = records.length
  const filler: Event = { type: 'PodDetached', data: { pod: 'p', by: 'x' } }
  const all = recordList([...Array.from({ length: at }, () => [filler]), [event]])
  return { event: 'record', data: all[at]! }
}

export const methods = (commands: ReadonlyArray<Command>): ReadonlyArray<string> =>
  commands.flatMap((command) => (command.type === 'Send' ? [command.method.method] : []))

export const sends = (commands: ReadonlyArray<Command>) =>
  commands.flatMap((command) => (command.type === 'Send' ? [command.method] : []))

export const editorText = (state: TuiState): string => textOf(toSegments(state.editor))

export const frameText = (frame: Frame): string =>
  frame.lines.map((line) => line.map(({ text }) => text).join('')).join('\n')

export const screenText = (state: TuiState): string => frameText(view(state))
