import test from 'ava'
import { toArray } from '../../../domain/list.js'
import type { LogRecord } from '../../../domain/log/record.js'
import { statusOf } from '../../../domain/session/announce.js'
import {
  calls,
  childReport,
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

// When a stopped Submit never happened: nothing came of it that anybody could have seen.

const status = ({ held }: Machine) => statusOf(held.state).status
const inbox = ({ held }: Machine) => held.state.inbox
const endings = ({ told }: Machine) => told.filter((one) => one.event === 'run_end')

// All that counts: what the model sees, what was typed, the open turn, the status.
const talkOf = (machine: Machine) => ({
  status: status(machine),
  conversation: machine.held.state.conversation,
})

const first = newMachine
const answered = replies(submit(newMachine), said())
const resting = plainly(
  toolReports(plainly(replies(submit(answered), calls('Bash', 'Bash')), 'pause')),
  'pause',
)
const errored = fails(submit(answered), false)
const wishes = ['pause', 'cancel', 'shutdown'] as const

const stopped = (machine: Machine, wish: (typeof wishes)[number]) => plainly(machine, wish)

for (const wish of wishes) {
  const left = wish === 'shutdown' ? ['PodDetached'] : []
  const rolledBack = ['StopRequested', 'HeadReset', ...left]

  test(`a ${wish} without any reply gives the state of before the Submit, idle`, (t) => {
    const back = stopped(submit(answered), wish)
    t.deepEqual(stepTypes(back), rolledBack)
    t.deepEqual(talkOf(back), talkOf(answered))
    t.is(status(back), 'idle')
    t.is(back.left, wish === 'shutdown')
  })

  test(`a ${wish} in the first turn of a session gives the start of the session`, (t) => {
    const back = stopped(submit(first), wish)
    t.deepEqual(stepTypes(back), rolledBack)
    t.is(toArray(back.held.state.conversation.items).length, 0)
    t.is(toArray(back.held.state.conversation.segments).length, 0)
    t.is(back.held.state.conversation.head?.seq, 0)
    t.is(status(back), 'idle')
  })

  test(`a ${wish} after only usage was heard takes the turn back`, (t) => {
    const usage = { input: 3, output: 1, cache_read: 0, cache_write: 0 }
    const heard = streams(submit(answered), { kind: 'usage', usage })
    const back = stopped(heard, wish)
    t.deepEqual(stepTypes(back), rolledBack)
    t.deepEqual(talkOf(back), talkOf(answered))
    const asked = back.step[0]
    t.deepEqual(asked?.type === 'StopRequested' && asked.data.usage, usage)
  })

  test(`a ${wish} while a retry waits takes the turn back, its timer is stale`, (t) => {
    const back = stopped(fails(submit(answered), true), wish)
    t.deepEqual(stepTypes(back), rolledBack)
    t.deepEqual(timerFires(back, 'retry').step, [])
    const again = stopped(timerFires(fails(submit(answered), true), 'retry'), wish)
    t.deepEqual(talkOf(again), talkOf(answered))
  })

  for (const kind of ['text', 'thinking'] as const)
    test(`a ${wish} after one ${kind} delta keeps the turn`, (t) => {
      const kept = stopped(streams(submit(answered), { kind, block: 0, text: 'w' }), wish)
      t.deepEqual(stepTypes(kept), ['StopRequested', ...keptAs(wish), ...left])
      t.is(toArray(kept.held.state.conversation.items).length, 3)
    })

  test(`a ${wish} after the begin of a call was shown keeps the turn`, (t) => {
    const delta = { kind: 'tool_call', block: 0, call: 'r1:0', name: 'Bash' } as const
    const kept = stopped(streams(submit(answered), delta as never), wish)
    t.deepEqual(stepTypes(kept), ['StopRequested', ...keptAs(wish), ...left])
  })

  test(`a ${wish} after one tool use keeps the turn`, (t) => {
    const used = toolReports(replies(submit(answered), calls('Bash')))
    const kept = stopped(used, wish)
    t.deepEqual(stepTypes(kept), ['StopRequested', ...keptAs(wish), ...left])
    t.is(status(kept), wish === 'cancel' ? 'idle' : 'paused')
    const during = toolReports(
      stopped(replies(submit(answered), calls('Bash')), wish),
      'interrupted',
    )
    t.deepEqual(stepTypes(during), ['ToolCallCompleted', ...keptAs(wish), ...left])
  })

  test(`a ${wish} of a turn that a notice opened keeps it`, (t) => {
    const kept = stopped(notify(answered), wish)
    t.deepEqual(stepTypes(kept), ['StopRequested', ...keptAs(wish), ...left])
    t.is(status(kept), wish === 'cancel' ? 'idle' : 'paused')
    t.is(inbox(kept).news.length, 0)
  })

  test(`a ${wish} of a turn that a child's report opened keeps it`, (t) => {
    const kept = stopped(childReport(answered), wish)
    t.deepEqual(stepTypes(kept), ['StopRequested', ...keptAs(wish), ...left])
  })

  test(`a ${wish} of a turn that was resumed keeps it`, (t) => {
    for (const before of [plainly(shows(submit(answered)), 'pause'), errored]) {
      const kept = stopped(plainly(before, 'resume'), wish)
      t.deepEqual(stepTypes(kept), ['StopRequested', ...keptAs(wish), ...left])
    }
  })

  test(`a ${wish} of what a parent Pod sent keeps it`, (t) => {
    const kept = stopped(submit(answered, 'run', { by: 'pod' }), wish)
    t.deepEqual(stepTypes(kept), ['StopRequested', ...keptAs(wish), ...left])
  })

  test(`a ${wish} of an empty Submit over a paused turn leaves that turn paused as before`, (t) => {
    const over = submit(resting)
    t.true(stepTypes(over).includes('TurnEnded'))
    const back = stopped(over, wish)
    t.deepEqual(stepTypes(back), rolledBack)
    t.deepEqual(talkOf(back), talkOf(resting))
    t.is(status(back), 'paused')
  })

  test(`a ${wish} of an empty Submit after an error leaves it to be resumed`, (t) => {
    const back = stopped(submit(errored), wish)
    t.deepEqual(talkOf(back), talkOf(errored))
  })
}

const keptAs = (wish: (typeof wishes)[number]): ReadonlyArray<string> =>
  wish === 'cancel' ? ['TurnEnded'] : ['TurnPaused']

type Delta = Extract<Parameters<typeof report>[1], { readonly type: 'ReplyStreamed' }>['delta']

const streams = (machine: Machine, delta: Delta): Machine =>
  report(machine, { type: 'ReplyStreamed', cause: requestCause(machine), delta })

const requests = ({ called }: Machine) =>
  called.flatMap((one) => (one.type === 'RequestReply' ? [JSON.stringify(one.request)] : []))

test('a paused turn over which a Submit was taken back resumes with the same bytes', (t) => {
  const rested = plainly(shows(submit(answered)), 'pause')
  const back = plainly(submit(rested), 'cancel')
  t.is(requests(plainly(back, 'resume')).at(-1), requests(rested).at(-1))
  t.is(requests(plainly(back, 'resume')).at(-1), requests(plainly(rested, 'resume')).at(-1))
  const calling = plainly(back, 'resume')
  t.is(status(calling), 'running')
  const before = stepTypes(plainly(resting, 'resume'))
  t.deepEqual(stepTypes(plainly(plainly(submit(resting), 'pause'), 'resume')), before)
  t.deepEqual(before, ['TurnResumed', 'ToolCallStarted'])
})

test('a reset names its Submit, its place and the stop that caused it', (t) => {
  for (const wish of wishes) {
    const back = stopped(submit(answered), wish)
    const reset = back.step.find(({ type }) => type === 'HeadReset') as Reset
    const opened = back.records.findLast(({ type }) => type === 'InputSubmitted')
    t.is(reset.data.stop, wish)
    t.is(reset.data.reason, 'empty_turn')
    t.true(reset.data.to.seq === answered.records.at(-1)?.seq)
    t.is(reset.data.to.hash, answered.records.at(-1)?.hash as never)
    t.is(reset.data.input, opened?.type === 'InputSubmitted' ? opened.data.input : undefined)
    t.deepEqual([back.step[0]?.more, reset.more], wish === 'shutdown' ? [2, 1] : [1, undefined])
  }
})

type Reset = Extract<LogRecord, { readonly type: 'HeadReset' }>

test('one run_end tells of it, with the input and its segments', (t) => {
  const back = plainly(submit(answered), 'pause')
  const ends = endings(back).slice(endings(answered).length)
  const opened = back.records.findLast(({ type }) => type === 'InputSubmitted')
  if (opened?.type !== 'InputSubmitted') return t.fail()
  const { input, turn, segments } = opened.data
  t.deepEqual(
    ends.map(({ data }) => data),
    [{ result: 'rolled_back', turn, input, segments }],
  )
  t.is(back.told.at(-1)?.event, 'status')
})

test('a queued input that is taken back is told by run_end and does not queue again', (t) => {
  const queued = replies(submit(submit(answered), 'queue'), said())
  const back = plainly(queued, 'pause')
  t.deepEqual(inbox(back).inputs, [])
  t.is(status(back), 'idle')
  const end = endings(back).at(-1)
  t.is(end?.event === 'run_end' && end.data.result, 'rolled_back')
  t.deepEqual(end?.event === 'run_end' && end.data.segments, [{ kind: 'text', content: 'input 3' }])
  const ended = queued.records.find(
    ({ type, seq }) => type === 'TurnEnded' && seq > answered.records.length,
  )
  const reset = back.step.find(({ type }) => type === 'HeadReset') as Reset
  t.true(reset.data.to.seq === ended?.seq)
  t.is(plainly(back, 'resume').rejected?.code, 'not_paused')
})

test('news that the turn had taken in waits again in its order of arrival', (t) => {
  const waiting = childReport(notify(plainly(submit(answered), 'pause'), false))
  const before = inbox(waiting).news.map(({ id }) => id)
  const later = notify(childReport(submit(waiting)), false)
  const back = plainly(later, 'cancel')
  const after = inbox(back).news
  t.deepEqual(
    after.slice(0, 2).map(({ id }) => id),
    before,
  )
  t.is(after.length, 4)
  const seqs = after.map(({ seq }) => seq)
  t.deepEqual(
    seqs,
    [...seqs].sort((a, b) => a - b),
  )
  t.true(after.every(({ heldBack }) => heldBack))
  t.false(JSON.stringify(talkOf(back)).includes('[Notice]'))
  const told = plainly(back, 'resume')
  t.deepEqual(stepTypes(told), ['InboxDelivered', 'RoundStarted'])
  t.is(inbox(told).news.length, 0)
})

test('what was queued meanwhile stays, held, and runs when the person goes on', (t) => {
  const back = plainly(submit(submit(submit(answered), 'queue'), 'queue'), 'pause')
  t.is(inbox(back).inputs.length, 2)
  t.true(inbox(back).held)
  const on = plainly(back, 'resume')
  t.deepEqual(stepTypes(on), ['InputSubmitted', 'RoundStarted'])
  t.is(inbox(on).inputs.length, 1)
})

test('what the stopped stream still reports is stale', (t) => {
  const opened = submit(answered)
  const back = plainly(opened, 'pause')
  for (const late of [
    shows(back),
    replies(back, said()),
    replies(back, calls('Bash')),
    fails(back, true),
    fails(back, false),
  ]) {
    t.deepEqual(late.step, [])
    t.deepEqual(late.held, back.held)
    t.deepEqual(late.told, back.told)
  }
})

// Everything that a session has in memory, but where it stands in the log.
const memoryOf = ({ held }: Machine) => {
  const { tip: _, ...rest } = held.state
  return JSON.stringify(rest)
}

const takenBack = (machine: Machine, times: number): Machine =>
  Array.from({ length: times }).reduce<Machine>(
    (sofar, _, n) => plainly(submit(sofar), n % 2 === 0 ? 'pause' : 'cancel'),
    machine,
  )

for (const [name, from] of [
  ['an answered turn', answered],
  ['a resting turn with open calls', resting],
] as const)
  test(`two or a hundred taken back in a row behind ${name} change no request and no memory`, (t) => {
    const [once, twice, often] = [1, 2, 100].map((times) => takenBack(from, times))
    if (once === undefined || twice === undefined || often === undefined) return t.fail()
    for (const machine of [once, twice, often]) t.deepEqual(talkOf(machine), talkOf(from))
    t.is(memoryOf(often), memoryOf(once))
    t.is(often.held.state.before, undefined)
    t.is(often.held.state.closing, undefined)
    const own = once.records.length - from.records.length
    t.is(often.records.length, from.records.length + 100 * own)
    const next = (machine: Machine) =>
      requests(submit(machine))
        .at(-1)
        ?.replace(/input \d+(?!.*input)/, '')
    t.is(next(often), next(from))
  })
