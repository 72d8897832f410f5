import * as E from 'fp-ts/lib/Either.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Effect, Report } from '../../domain/effect.js'
import type { Event, EventOf } from '../../domain/event/event.js'
import type { InputId, SessionId, SubmitKey } from '../../domain/ids.js'
import type { Ask, Input } from '../../domain/input.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { Notification } from '../../domain/protocol/notification.js'
import type { Reply, ReplyBlock, ReplyFailure } from '../../domain/reply.js'
import { announce } from '../../domain/session/announce.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { type Held, plan, sealGroup } from '../../domain/session/plan.js'
import { react } from '../../domain/session/react.js'
import { settle } from '../../domain/session/settle.js'
import { initialState } from '../../domain/session/state.js'
import type { Rejection } from '../../domain/session/verdict.js'
import type { Timestamp } from '../../domain/time.js'

/** The pure machine with the work that its records called for, driven step by step. */
export type Machine = {
  readonly held: Held
  readonly records: ReadonlyArray<LogRecord>
  /** Work under way, by the record that called for it. */
  readonly work: ReadonlyArray<Effect>
  /** Every effect ever called for, also before a crash. */
  readonly called: ReadonlyArray<Effect>
  readonly told: ReadonlyArray<Notification>
  readonly rejected: Rejection | undefined
  /** Records of the newest step. */
  readonly step: ReadonlyArray<LogRecord>
  readonly left: boolean
  readonly inputs: number
}

const at = '2026-01-02T03:04:05.678Z' as Timestamp

const tools = ['Bash', 'Read'].map((name) => ({
  name,
  description: name,
  input_schema: { type: 'object' },
}))

const attached: EventOf<'PodAttached'> = {
  type: 'PodAttached',
  data: { pod: 'pod', pid: 1, yoi: '0', scope: [], tools },
}

/** A new session whose Pod asks hooks at both points. */
export const newMachineWithHooks = (): Machine => ({
  ...newMachine,
  held: { state: initialState, prelude: [started, attachedWithHooks] },
})

const attachedWithHooks: Event = {
  type: 'PodAttached',
  data: { ...attached.data, hooks: ['before_tool', 'turn_end'] },
}

const started: Event = {
  type: 'SessionStarted',
  data: {
    format: 1,
    session: '01890000-0000-7000-8000-000000000000' as SessionId,
    cwd: '/work',
    system: 'Test.',
    model: { ref: 'offline', max_tokens: 100, system_messages: 'user', retries: 1 },
    max_rounds: 4,
  },
}

/** A new session in which nothing has happened. */
export const newMachine: Machine = {
  held: { state: initialState, prelude: [started, attached] },
  records: [],
  work: [],
  called: [],
  told: [],
  rejected: undefined,
  step: [],
  left: false,
  inputs: 0,
}

/** The machine after one input. */
export const take = (machine: Machine, input: Input): Machine => {
  const planned = plan(sha256)(input, machine.held)
  const { commits, held } = planned.group
  const effects = [
    ...commits.flatMap((one) => react(one.before, one.record, one.after)),
    ...planned.effects,
  ]
  const reported = input.type === 'report' ? input.report : undefined
  const step = commits.map(({ record }) => record)
  return {
    held,
    records: [...machine.records, ...step],
    work: effects.reduce(
      begin,
      machine.work.filter((one) => !reports(one, reported)),
    ),
    called: [...machine.called, ...effects],
    told: [
      ...machine.told,
      ...commits.flatMap((one) => announce(one.before, one.record, one.after)),
      ...planned.notifications,
    ],
    rejected: E.isLeft(planned.verdict) ? planned.verdict.left : undefined,
    step,
    left: machine.left || planned.leaves || effects.some(({ type }) => type === 'Leave'),
    inputs: machine.inputs + 1,
  }
}

// An aborted reply stays in the list: the test decides when, and with what, it still reports.
const begin = (work: ReadonlyArray<Effect>, effect: Effect): ReadonlyArray<Effect> =>
  ['RequestReply', 'RunTool', 'RunHook', 'StartTimer'].includes(effect.type)
    ? [...work, effect]
    : work

const reports = (effect: Effect, report: Report | undefined): boolean =>
  report !== undefined &&
  report.type !== 'ReplyStreamed' &&
  'cause' in effect &&
  effect.cause === report.cause &&
  (effect.type === 'StartTimer') === (report.type === 'TimerFired')

/** The machine after the process died and a new one took the session. */
export const crash = (machine: Machine): Machine => {
  if (machine.records.length === 0) return { ...machine, work: [] }
  const state = evolveAll(machine.records)
  const hooked = state.pod?.hooks.length !== 0
  const prelude = [hooked ? attachedWithHooks : attached, ...settle(state, 'crash')]
  return { ...machine, held: { state, prelude }, work: [], step: [], left: false }
}

/** The machine with one more group, made by hand, in its log. */
export const written = (machine: Machine, ...events: ReadonlyArray<Event>): Machine => {
  const { commits, held } = sealGroup(sha256, events, at)(machine.held)
  const step = commits.map(({ record }) => record)
  return { ...machine, held, step, records: [...machine.records, ...step] }
}

/** An Ask as a command with the next id. */
export const ask = (machine: Machine, what: Ask): Machine =>
  take(machine, { type: 'command', id: inputId(machine.inputs), at, ask: what })

/** The id that the `n`-th input of a machine gets. */
const inputId = (n: number): InputId =>
  `01890000-0000-7000-8000-${String(n + 1).padStart(12, '0')}` as InputId

/** A Submit of plain words, by `run` or `queue`. */
export const submit = (
  machine: Machine,
  method: 'run' | 'queue' = 'run',
  options: { readonly key?: SubmitKey; readonly by?: 'host' | 'pod' } = {},
): Machine =>
  ask(machine, {
    method,
    segments: [{ kind: 'text', content: `input ${machine.inputs}` }],
    by: options.by ?? 'host',
    ...(options.key === undefined ? {} : { key: options.key }),
  })

export const notify = (machine: Machine, autoRun = true): Machine =>
  ask(machine, { method: 'notify', message: `notice ${machine.inputs}`, autoRun })

export const childReport = (machine: Machine): Machine =>
  ask(machine, { method: 'pod_event', kind: 'turn_ended', podName: 'child' })

export const plainly = (
  machine: Machine,
  method: 'pause' | 'cancel' | 'resume' | 'abandon' | 'shutdown',
): Machine => ask(machine, { method, by: 'host' })

/** A report of work. */
export const report = (machine: Machine, one: Report): Machine =>
  take(machine, { type: 'report', at, report: one })

/** The newest request under way, or that was. */
export const requestCause = (machine: Machine): number => {
  const effect = machine.called.findLast((one) => one.type === 'RequestReply')
  return effect?.type === 'RequestReply' ? effect.cause : -1
}

export const shows = (machine: Machine, cause = requestCause(machine)): Machine =>
  report(machine, {
    type: 'ReplyStreamed',
    cause,
    delta: { kind: 'text', block: 0, text: 'w' },
  })

export const replies = (
  machine: Machine,
  content: ReadonlyArray<ReplyBlock>,
  options: { readonly cause?: number; readonly stopReason?: string } = {},
): Machine =>
  report(machine, {
    type: 'ReplyCompleted',
    cause: options.cause ?? requestCause(machine),
    reply: replyOf(content, options.stopReason),
  })

const replyOf = (content: ReadonlyArray<ReplyBlock>, stopReason = 'end_turn'): Reply => ({
  content,
  stop_reason: stopReason,
  usage: { input: 1, output: 1, cache_read: 0, cache_write: 0 },
  model: 'offline',
})

export const fails = (
  machine: Machine,
  retryable: boolean,
  code: ReplyFailure['code'] = 'server_error',
): Machine =>
  report(machine, {
    type: 'ReplyFailed',
    cause: requestCause(machine),
    failure: { ...failure, code, retryable },
  })

const failure: ReplyFailure = {
  code: 'server_error',
  message: 'It failed; try again.',
  retryable: false,
}

/** The `n`-th call under way (from 0) reports. */
export const toolReports = (
  machine: Machine,
  outcome: 'ok' | 'interrupted' = 'ok',
  n = 0,
): Machine => {
  const running = machine.work.filter((one) => one.type === 'RunTool')[n]
  if (running?.type !== 'RunTool') return machine
  const result = { outcome, summary: outcome, content: outcome, durationMs: 1 }
  const { cause, call } = running
  return report(machine, { type: 'ToolReported', cause, call, result })
}

/** The hooks that are being asked answer. */
export const hooksSay = (machine: Machine, decision: 'continue' | 'pause'): Machine => {
  const asked = machine.work.findLast((one) => one.type === 'RunHook')
  return asked?.type === 'RunHook'
    ? report(machine, { type: 'HookReported', cause: asked.cause, answer: { decision } })
    : machine
}

/** The newest timer of this kind fires. */
export const timerFires = (machine: Machine, timer: 'retry' | 'give_up'): Machine => {
  const due = machine.work.findLast((one) => one.type === 'StartTimer' && one.timer === timer)
  return due?.type === 'StartTimer'
    ? report(machine, { type: 'TimerFired', timer, cause: due.cause })
    : machine
}

export const said = (words = 'words'): ReadonlyArray<ReplyBlock> => [{ type: 'text', text: words }]

export const calls = (...names: ReadonlyArray<string>): ReadonlyArray<ReplyBlock> =>
  names.map((name) => ({ type: 'tool_use', id: 'call_0', name, input: {} }))

/** The names of the events of the newest step. */
export const stepTypes = (machine: Machine): ReadonlyArray<string> =>
  machine.step.map(({ type }) => type)
