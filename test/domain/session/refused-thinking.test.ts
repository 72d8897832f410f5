import test from 'ava'
import type { ReplyBlock } from '../../../domain/reply.js'
import { requestOf } from '../../../domain/session/request.js'
import { offlineSeal } from '../../../domain/turn/request/offline-seal.js'
import {
  calls,
  crash,
  fails,
  type Machine,
  newMachine,
  plainly,
  replies,
  said,
  stepTypes,
  submit,
  toolReports,
} from '../../support/machine.js'

const thinks = (words: string): ReplyBlock => ({
  type: 'thinking',
  thinking: words,
  signature: offlineSeal(words),
})
const thoughts = ({ held }: Machine): ReadonlyArray<string> =>
  (requestOf(held.state)?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])),
  )

const answered = replies(submit(newMachine), [thinks('one'), ...said()])
const asked = submit(answered)
const refused = fails(asked, false, 'thinking_refused')

test('a turn whose thinking was refused ends errored and says so in the log', (t) => {
  t.deepEqual(thoughts(asked), ['one'])
  t.like(refused.step[0]?.data, { result: 'errored', thinking_refused: true })
  t.false('thinking_refused' in (fails(asked, false).step[0]?.data ?? {}))
})

test('resume sends the same words without it, and what is thought later is kept', (t) => {
  const again = plainly(refused, 'resume')
  t.deepEqual(stepTypes(again), ['TurnResumed', 'RoundStarted'])
  t.deepEqual(thoughts(again), [])
  const next = submit(replies(again, [thinks('two'), ...said()]))
  t.deepEqual(thoughts(next), ['two'])
})

test('the next Submit goes out without it, also after a crash', (t) => {
  for (const machine of [refused, crash(refused)]) {
    const next = submit(machine)
    t.deepEqual(thoughts(next), [])
    t.is(JSON.stringify(requestOf(next.held.state)).match(/"input \d+"/g)?.length, 3)
  }
})

test('in the middle of a turn the thinking of its calls is left out, and the calls stay', (t) => {
  const called = replies(submit(newMachine), [thinks('one'), ...calls('Bash')])
  const inTool = fails(toolReports(called), false, 'thinking_refused')
  const again = plainly(inTool, 'resume')
  t.deepEqual(thoughts(again), [])
  t.regex(JSON.stringify(requestOf(again.held.state)), /"tool_use".*"tool_result"/)
})

test('a Submit that is taken back does not bring it back', (t) => {
  const back = plainly(submit(refused), 'pause')
  t.is(stepTypes(back).at(-1), 'HeadReset')
  t.deepEqual(thoughts(plainly(back, 'resume')), [])
})
