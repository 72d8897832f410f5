import test from 'ava'
import type { SubmitKey } from '../../../domain/ids.js'
import type { ErrorCode } from '../../../domain/protocol/error-code.js'
import { statusOf } from '../../../domain/session/announce.js'
import {
  ask,
  calls,
  childReport,
  fails,
  type Machine,
  newMachine,
  notify,
  plainly,
  replies,
  said,
  shows,
  stepTypes,
  submit,
  toolReports,
} from '../../support/machine.js'

// The method table, cell by cell: what a method does in each state of a Pod.

const idle = replies(submit(newMachine), said())
const running = submit(newMachine)
const inTool = replies(running, calls('Bash', 'Bash'))
const states = {
  idle,
  held: plainly(submit(running, 'queue'), 'pause'),
  errored: fails(running, false),
  running,
  inTool,
  stopping: plainly(inTool, 'pause'),
  cancelling: plainly(inTool, 'cancel'),
  leaving: plainly(inTool, 'shutdown'),
  paused: plainly(shows(running), 'pause'),
  pausedWithCalls: toolReports(plainly(inTool, 'pause'), 'interrupted'),
} as const

type StateName = keyof typeof states
type Outcome = ErrorCode | ReadonlyArray<string>

const methods = {
  run: (m: Machine) => submit(m),
  queue: (m: Machine) => submit(m, 'queue'),
  notify: (m: Machine) => notify(m),
  'notify, kept': (m: Machine) => notify(m, false),
  pod_event: (m: Machine) => childReport(m),
  resume: (m: Machine) => plainly(m, 'resume'),
  pause: (m: Machine) => plainly(m, 'pause'),
  cancel: (m: Machine) => plainly(m, 'cancel'),
  abandon: (m: Machine) => plainly(m, 'abandon'),
  shutdown: (m: Machine) => plainly(m, 'shutdown'),
} as const

const opened = ['InputSubmitted', 'RoundStarted']
const news = ['InboxDelivered', 'RoundStarted']
const stops = ['StopRequested']

const table: ReadonlyArray<readonly [StateName, keyof typeof methods, Outcome]> = [
  ['idle', 'run', opened],
  ['idle', 'queue', opened],
  ['idle', 'notify', ['NoticeReceived', ...news]],
  ['idle', 'notify, kept', ['NoticeReceived']],
  ['idle', 'pod_event', ['ChildReported', ...news]],
  ['idle', 'resume', 'not_paused'],
  ['idle', 'pause', 'not_running'],
  ['idle', 'cancel', 'not_running'],
  ['idle', 'abandon', 'not_paused'],
  ['idle', 'shutdown', ['PodDetached']],

  ['held', 'run', opened],
  ['held', 'queue', ['InputQueued']],
  ['held', 'notify', ['NoticeReceived', ...news]],
  ['held', 'pod_event', ['ChildReported']],
  ['held', 'resume', opened],

  ['errored', 'resume', ['TurnResumed', 'RoundStarted']],
  ['errored', 'run', opened],
  ['errored', 'pod_event', ['ChildReported']],
  ['errored', 'pause', 'not_running'],

  ['running', 'run', 'already_running'],
  ['running', 'queue', ['InputQueued']],
  ['running', 'notify', ['NoticeReceived']],
  ['running', 'pod_event', ['ChildReported']],
  ['running', 'resume', 'already_running'],
  ['running', 'pause', ['StopRequested', 'HeadReset']],
  ['running', 'cancel', ['StopRequested', 'HeadReset']],
  ['running', 'abandon', 'not_paused'],
  ['running', 'shutdown', ['StopRequested', 'HeadReset', 'PodDetached']],

  ['inTool', 'pause', stops],
  ['inTool', 'cancel', stops],
  ['inTool', 'shutdown', stops],

  ['stopping', 'run', 'already_running'],
  ['stopping', 'queue', ['InputQueued']],
  ['stopping', 'notify', ['NoticeReceived']],
  ['stopping', 'pod_event', ['ChildReported']],
  ['stopping', 'resume', 'already_running'],
  ['stopping', 'pause', []],
  ['stopping', 'cancel', stops],
  ['stopping', 'abandon', 'not_paused'],
  ['stopping', 'shutdown', stops],
  ['cancelling', 'cancel', []],
  ['cancelling', 'pause', []],

  ['leaving', 'run', 'shutting_down'],
  ['leaving', 'queue', 'shutting_down'],
  ['leaving', 'notify', 'shutting_down'],
  ['leaving', 'pod_event', 'shutting_down'],
  ['leaving', 'resume', 'shutting_down'],
  ['leaving', 'cancel', 'shutting_down'],
  ['leaving', 'pause', []],
  ['leaving', 'abandon', 'not_paused'],
  ['leaving', 'shutdown', []],

  ['paused', 'run', ['TurnEnded', 'NoteAdded', ...opened]],
  ['paused', 'queue', ['InputQueued']],
  ['paused', 'notify', ['NoticeReceived']],
  ['paused', 'pod_event', ['ChildReported']],
  ['paused', 'resume', ['TurnResumed', 'RoundStarted']],
  ['paused', 'pause', []],
  ['paused', 'cancel', 'not_running'],
  ['paused', 'abandon', ['TurnEnded']],
  ['paused', 'shutdown', ['PodDetached']],

  ['pausedWithCalls', 'resume', ['TurnResumed', 'ToolCallStarted']],
  ['pausedWithCalls', 'run', ['ToolCallCompleted', 'TurnEnded', 'NoteAdded', ...opened]],
  ['pausedWithCalls', 'abandon', ['ToolCallCompleted', 'TurnEnded']],
]

for (const [state, method, outcome] of table) {
  const what =
    typeof outcome === 'string' ? `is refused as ${outcome}` : `gives [${outcome.join(' ')}]`
  test(`in ${state}, ${method} ${what}`, (t) => {
    const after = methods[method](states[state])
    if (typeof outcome === 'string') {
      t.is(after.rejected?.code, outcome)
      t.deepEqual(after.step, [])
      t.is(after.held, states[state].held)
    } else {
      t.is(after.rejected, undefined)
      t.deepEqual(stepTypes(after), outcome)
    }
  })
}

test('a key seen before is accepted without an event in every state', (t) => {
  const key = '00000000-0000-4000-8000-000000000002' as SubmitKey
  const once = submit(newMachine, 'run', { key })
  for (const state of [once, plainly(shows(once), 'pause'), replies(once, said())])
    t.deepEqual(submit(state, 'run', { key }).step, [])
})

test('withdraw takes a queued input back and knows no other', (t) => {
  const queued = submit(running, 'queue')
  const input = queued.held.state.inbox.inputs[0]?.id
  if (input === undefined) return t.fail()
  const withdrawn = ask(queued, { method: 'withdraw', input })
  t.deepEqual(stepTypes(withdrawn), ['InputWithdrawn'])
  t.is(ask(withdrawn, { method: 'withdraw', input }).rejected?.code, 'unknown_input')
})

test('while a stop is under way the status says what it will come to', (t) => {
  t.like(statusOf(states.stopping.held.state), { status: 'running', stopping: 'pause' })
  t.like(statusOf(states.cancelling.held.state), { status: 'running', stopping: 'cancel' })
  t.like(statusOf(states.leaving.held.state), { status: 'running', stopping: 'shutdown' })
})
