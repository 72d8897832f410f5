import test from 'ava'
import type { SubmitKey } from '../../../domain/ids.js'
import { toArray } from '../../../domain/list.js'
import { statusOf } from '../../../domain/session/announce.js'
import { evolve, evolveAll } from '../../../domain/session/evolve.js'
import {
  calls,
  childReport,
  crash,
  fails,
  type Machine,
  newMachine,
  notify,
  plainly,
  replies,
  report,
  requestCause,
  said,
  shows,
  stepTypes,
  submit,
  timerFires,
  toolReports,
} from '../../support/machine.js'

const status = ({ held }: Machine) => statusOf(held.state).status
const ran = ({ called }: Machine) => called.filter(({ type }) => type === 'RunTool').length
const items = ({ held }: Machine) => toArray(held.state.conversation.items)
const requests = ({ called }: Machine) =>
  called.flatMap((one) => (one.type === 'RequestReply' ? [JSON.stringify(one.request)] : []))
const running = submit(newMachine)
const inTool = replies(running, calls('Bash'))

test('a call that had started before a crash is closed as unknown and never run again', (t) => {
  const resumed = plainly(crash(inTool), 'resume')
  t.is(ran(resumed), 1)
  const result = resumed.step.find(({ type }) => type === 'ToolCallCompleted')
  t.is(result?.type === 'ToolCallCompleted' && result.data.outcome, 'unknown')
})

test('a Submit after a crash is taken back to the settled rest of the turn before it', (t) => {
  const back = plainly(submit(crash(running)), 'pause')
  t.true(stepTypes(back).includes('HeadReset'))
  t.is(status(back), 'paused')
  t.is(status(plainly(back, 'resume')), 'running')
})

test('a turn of which something was shown rests, also over a crash and over a retry', (t) => {
  const shown = plainly(shows(running), 'pause')
  t.is(status(crash(shown)), 'paused')
  const retried = timerFires(fails(shows(running), true), 'retry')
  t.deepEqual(stepTypes(plainly(retried, 'pause')), ['StopRequested', 'TurnPaused'])
})

test('what a failed attempt had shown stays in what a later stop tells', (t) => {
  const stopped = plainly(timerFires(fails(shows(running), true), 'retry'), 'pause')
  const stop = stopped.step.find(({ type }) => type === 'StopRequested')
  t.deepEqual(stop?.type === 'StopRequested' && stop.data.shown, [
    { kind: 'text', block: 0, text: 'w' },
  ])
})

test('a late reply of an earlier attempt is stale', (t) => {
  const cause = requestCause(running)
  const resumed = plainly(plainly(shows(running), 'pause'), 'resume')
  t.deepEqual(replies(resumed, said(), { cause }).step, [])
})

test('a tool that ignores its stop is given up, counted from the first stop', (t) => {
  const stopping = plainly(plainly(inTool, 'pause'), 'cancel')
  const timers = stopping.called.filter(
    (one) => one.type === 'StartTimer' && one.timer === 'give_up',
  )
  t.is(timers.length, 1)
  const ended = timerFires(stopping, 'give_up')
  t.deepEqual(stepTypes(ended), ['ToolCallCompleted', 'TurnEnded'])
  t.deepEqual(toolReports(ended).step, [])
})

test('a key that was accepted once is not run again after its turn was taken back', (t) => {
  const key = '00000000-0000-4000-8000-000000000001' as SubmitKey
  const back = plainly(submit(newMachine, 'run', { key }), 'pause')
  t.deepEqual(submit(back, 'run', { key }).step, [])
})

test('a resumed turn whose last reply was complete ends as finished', (t) => {
  const replied = replies(running, said())
  const cut = crash({ ...replied, records: replied.records.slice(0, -1) })
  const resumed = plainly(cut, 'resume')
  t.deepEqual(stepTypes(resumed).slice(-2), ['TurnResumed', 'TurnEnded'])
  t.is(requests(resumed).length, 1)
})

test('a second result, a second pause and a second reset change nothing in the fold', (t) => {
  const done = toolReports(inTool)
  const result = done.records.find(({ type }) => type === 'ToolCallCompleted')
  const rested = plainly(shows(running), 'pause')
  const pause = rested.records.find(({ type }) => type === 'TurnPaused')
  const back = plainly(running, 'pause')
  const reset = back.records.find(({ type }) => type === 'HeadReset')
  for (const [machine, again] of [
    [done, result],
    [rested, pause],
    [back, reset],
  ] as const) {
    if (again === undefined) return t.fail()
    const { tip: _, ...before } = machine.held.state
    const { tip: __, ...after } = evolve(machine.held.state, again)
    t.deepEqual(after, before)
  }
})

test('a queued input waits after a pause and after an error', (t) => {
  const queued = submit(shows(running), 'queue')
  for (const ended of [plainly(queued, 'pause'), fails(queued, false)]) {
    t.not(status(ended), 'running')
    t.is(ended.held.state.inbox.inputs.length, 1)
  }
})

test('a pause that comes as the turn ends stops the turn that opens behind it', (t) => {
  const next = replies(submit(running, 'queue'), said())
  t.is(status(next), 'running')
  t.is(status(plainly(next, 'pause')), 'idle')
})

test('a cancel followed by a shutdown ends the turn as cancelled, then leaves', (t) => {
  const stopping = plainly(plainly(inTool, 'cancel'), 'shutdown')
  const left = toolReports(stopping, 'interrupted')
  t.deepEqual(stepTypes(left), ['ToolCallCompleted', 'TurnEnded', 'PodDetached'])
})

test('a complete reply that arrives after the stop does not enter', (t) => {
  const stopped = plainly(running, 'pause')
  t.deepEqual(replies(stopped, said()).step, [])
})

test('a child report waits while held; a notice opens a turn and leaves the hold', (t) => {
  const held = plainly(running, 'pause')
  t.is(status(childReport(held)), 'idle')
  const opened = notify(childReport(held))
  t.is(status(opened), 'running')
  t.true(opened.held.state.inbox.held)
})

test('a notice that no request took opens the next turn in the group of the ending', (t) => {
  const ended = replies(notify(running), said())
  t.deepEqual(stepTypes(ended), ['AssistantReplied', 'TurnEnded', 'InboxDelivered', 'RoundStarted'])
})

test('a resent request takes nothing from the inbox and equals the first', (t) => {
  const resumed = plainly(plainly(shows(notify(running)), 'pause'), 'resume')
  const [first, second] = requests(resumed)
  t.is(second, first)
  t.is(resumed.held.state.inbox.news.length, 1)
})

test('a turn that has rested once is not taken back', (t) => {
  const resumed = plainly(crash(running), 'resume')
  t.deepEqual(stepTypes(plainly(resumed, 'pause')), ['StopRequested', 'TurnPaused'])
})

test('an input queued behind one that waits does not go first; a run does', (t) => {
  const held = plainly(submit(running, 'queue'), 'pause')
  const behind = submit(held, 'queue')
  t.deepEqual(stepTypes(behind), ['InputQueued'])
  t.deepEqual(stepTypes(submit(behind)), ['InputSubmitted', 'RoundStarted'])
  t.is(submit(behind).held.state.inbox.inputs.length, 2)
})

test('two replies that use one id for their calls keep their own results', (t) => {
  const twice = toolReports(replies(toolReports(inTool), calls('Bash')))
  const results = items(twice).flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' ? [block.call] : [])),
  )
  t.is(new Set(results).size, 2)
})

test('a parent Pod’s task is not taken back', (t) => {
  const task = submit(newMachine, 'run', { by: 'pod' })
  t.deepEqual(stepTypes(plainly(task, 'pause')), ['StopRequested', 'TurnPaused'])
})

test('news that a taken-back turn had taken in waits again in its order', (t) => {
  const opened = submit(childReport(plainly(submit(newMachine), 'pause')))
  const back = plainly(opened, 'cancel')
  t.deepEqual(
    back.held.state.inbox.news.map(({ source }) => source),
    ['child_report'],
  )
  t.is(items(back).length, 0)
})

test('a timer whose attempt nobody awaits is stale', (t) => {
  const waiting = fails(running, true)
  const stopped = plainly(waiting, 'cancel')
  t.deepEqual(timerFires(stopped, 'retry').step, [])
  const cause = requestCause(running)
  t.deepEqual(report(running, { type: 'TimerFired', timer: 'retry', cause }).step, [])
})

test('folding with a turn that was taken back gives the conversation without it', (t) => {
  const before = replies(running, said())
  const back = plainly(submit(before), 'pause')
  const { head: _, ...talk } = evolveAll(back.records).conversation
  const { head: __, ...without } = evolveAll(before.records).conversation
  t.deepEqual(talk, without)
})
