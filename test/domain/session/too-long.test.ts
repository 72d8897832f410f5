import test from 'ava'
import { toArray } from '../../../domain/list.js'
import { textOf } from '../../../domain/segment.js'
import { requestOf } from '../../../domain/session/request.js'
import {
  calls,
  crash,
  fails,
  type Machine,
  newMachine,
  notify,
  plainly,
  replies,
  said,
  stepTypes,
  submit,
  toolReports,
} from '../../support/machine.js'

const tooLong = (machine: Machine): Machine => fails(machine, false, 'context_too_long')
const turnsOf = ({ held }: Machine) =>
  new Set(
    toArray(held.state.conversation.items)
      .filter(({ role }) => role !== 'system')
      .map(({ turn }) => turn),
  )
const textsOf = ({ held }: Machine) =>
  toArray(held.state.conversation.segments).map(({ segments }) => textOf(segments))
const noteCount = ({ held }: Machine) =>
  JSON.stringify(requestOf(held.state)).split('did not fit into the context window').length - 1
const openTurn = ({ held }: Machine) => held.state.conversation.turn?.id

const answered = replies(submit(newMachine), said())
const refused = tooLong(submit(answered))

test('a turn whose request was too long ends errored and says so in the log', (t) => {
  const [ending] = refused.step
  t.is(ending?.type, 'TurnEnded')
  t.like(ending?.data, { result: 'errored', too_long: true })
  t.like(fails(submit(answered), false, 'too_large').step[0]?.data, { too_long: true })
  t.false('too_long' in (fails(submit(answered), false).step[0]?.data ?? {}))
})

test('the next Submit leaves it out and tells the model once', (t) => {
  const left = openTurn(submit(answered))
  const next = submit(refused)
  t.deepEqual(stepTypes(next), ['TurnLeftOut', 'InputSubmitted', 'RoundStarted'])
  t.true(turnsOf(refused).has(left as never))
  t.false(turnsOf(next).has(left as never))
  t.is(noteCount(next), 1)
  t.is(textsOf(next).length, textsOf(refused).length, 'one went, one came')
  t.deepEqual(stepTypes(submit(replies(next, said()))), ['InputSubmitted', 'RoundStarted'])
})

test('what its tools gave goes with it, and what came before stays', (t) => {
  const inTools = toolReports(replies(submit(answered), calls('Bash')))
  const next = submit(tooLong(inTools))
  t.deepEqual([...turnsOf(next)].length, 2)
  t.false(JSON.stringify(requestOf(next.held.state)).includes('tool_use'))
})

test('resume tries the same request again; when that works, nothing is left out', (t) => {
  const again = plainly(refused, 'resume')
  t.deepEqual(requestOf(again.held.state), requestOf(submit(answered).held.state))
  const next = submit(replies(again, said()))
  t.false(stepTypes(next).includes('TurnLeftOut'))
})

test('a notice that opens a turn makes room as well, and news that the turn had taken in stay', (t) => {
  t.deepEqual(stepTypes(notify(refused)).slice(1), [
    'TurnLeftOut',
    'InboxDelivered',
    'RoundStarted',
  ])
  const taken = tooLong(submit(notify(answered, false)))
  const next = submit(taken)
  t.regex(JSON.stringify(requestOf(next.held.state)), /\[Notice\]/)
  t.is(noteCount(next), 1)
})

test('a queued input that a resume runs makes room as well', (t) => {
  const waiting = tooLong(submit(submit(answered), 'queue'))
  t.is(stepTypes(plainly(waiting, 'resume'))[0], 'TurnResumed', 'the same turn is tried first')
  t.deepEqual(stepTypes(submit(waiting)).slice(0, 2), ['TurnLeftOut', 'InputSubmitted'])
})

test('a Submit that is taken back brings the turn back, to be resumed', (t) => {
  const back = plainly(submit(refused), 'pause')
  t.is(stepTypes(back).at(-1), 'HeadReset')
  t.deepEqual(back.held.state.conversation, refused.held.state.conversation)
  t.is(stepTypes(plainly(back, 'resume'))[0], 'TurnResumed')
  t.is(stepTypes(submit(back))[0], 'TurnLeftOut')
})

test('after a crash it is left out all the same', (t) => {
  const restored = crash(refused)
  t.deepEqual(
    stepTypes(submit(restored)).filter((type) => type !== 'PodAttached'),
    ['TurnLeftOut', 'InputSubmitted', 'RoundStarted'],
  )
})

test('a reply that filled the context window makes room for the next turn', (t) => {
  const full = replies(submit(answered), said(), { stopReason: 'model_context_window_exceeded' })
  t.like(full.step.at(-1)?.data, { result: 'limit_reached', too_long: true })
  t.is(stepTypes(submit(full))[0], 'TurnLeftOut')
})
