import test from 'ava'
import type { HookAnswer, HookQuestion } from '../../../domain/hook.js'
import type { Hooks } from '../../../domain/ports.js'
import { type LiveSession, liveSession } from '../../support/live-session.js'
import { memoryLog } from '../../support/memory-log.js'
import { call, text } from '../../support/scripted-model.js'

/** Hooks that answer in turn, and continue when the answers are used up. */
const answering = (...answers: ReadonlyArray<HookAnswer>) => {
  const asked: HookQuestion[] = []
  const hooks: Hooks = {
    ask: async (question) => {
      asked.push(question)
      return answers[asked.length - 1] ?? { decision: 'continue' }
    },
  }
  return { asked, hooks }
}

const requestFor = async (session: LiveSession, words: string) => {
  await session.run(words)
  return session.model.request(1)
}

test('a hook before a tool pauses the turn, and resume runs the call without asking again', async (t) => {
  const { asked, hooks } = answering({ decision: 'pause', reason: 'too risky' })
  const session = liveSession({ hooks, hookPoints: ['before_tool'] })
  const request = await requestFor(session, 'run it')
  request.reply([call('Bash', { command: 'ls' })])
  t.is((await session.nth('run_end', 1)).data.result, 'paused')
  t.is(session.tools.ran.length, 0)
  const stop = session.records().find(({ type }) => type === 'StopRequested')
  t.like(stop?.data, { by: 'hook', reason: 'too risky', stop: 'pause' })
  await session.resume()
  ;(await session.tools.running(1)).finish()
  ;(await session.model.request(2)).reply([text('done')])
  t.is((await session.nth('run_end', 2)).data.result, 'finished')
  t.is(asked.length, 1)
  t.like(asked[0], { on: 'before_tool', call: { name: 'Bash', input: { command: 'ls' } } })
})

test('a hook at the end of a turn pauses it, and resume ends it as finished', async (t) => {
  const { asked, hooks } = answering({ decision: 'pause' })
  const session = liveSession({ hooks, hookPoints: ['turn_end'] })
  const request = await requestFor(session, 'hello')
  request.reply([text('hi')])
  t.is((await session.nth('run_end', 1)).data.result, 'paused')
  await session.resume()
  t.is((await session.nth('run_end', 2)).data.result, 'finished')
  t.is(session.model.sent.length, 1)
  t.deepEqual(
    asked.map(({ on }) => on),
    ['turn_end'],
  )
})

test('a hook that fails is said and blocks nothing', async (t) => {
  const { hooks } = answering({ decision: 'continue', failed: 'The hook x ended with 1.' })
  const session = liveSession({ hooks, hookPoints: ['before_tool'] })
  const request = await requestFor(session, 'run it')
  request.reply([call('Bash')])
  ;(await session.tools.running(1)).finish()
  const alert = await session.nth('alert', 1)
  t.like(alert.data, { code: 'hook_failed', message: 'The hook x ended with 1.' })
})

test('a person’s pause drops a hook that is being asked, and its late answer is stale', async (t) => {
  let answer: (given: HookAnswer) => void = () => undefined
  const hooks: Hooks = {
    ask: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  }
  const session = liveSession({ hooks, hookPoints: ['before_tool'] })
  const request = await requestFor(session, 'run it')
  request.reply([call('Bash')])
  while (!session.types().includes('HookAsked')) await new Promise(setImmediate)
  await session.pause()
  t.is((await session.nth('run_end', 1)).data.result, 'paused')
  answer({ decision: 'continue' })
  await session.ask({ method: 'pause', by: 'host' })
  t.is(session.tools.ran.length, 0)
  t.false(session.types().includes('HookAnswered'))
})

test('each call of a reply is asked about in order, and those let go run beside each other', async (t) => {
  const { asked, hooks } = answering()
  const session = liveSession({ hooks, hookPoints: ['before_tool'] })
  const request = await requestFor(session, 'read both')
  request.reply([call('Read', { path: 'a' }, 'x'), call('Read', { path: 'b' }, 'y')])
  await session.tools.running(2)
  t.deepEqual(
    asked.map(({ call: about }) => about?.input),
    [{ path: 'a' }, { path: 'b' }],
  )
})

const never: Hooks = { ask: () => new Promise(() => undefined) }
const points = { hookPoints: ['before_tool' as const] }

// The same session in a new Pod, as the log stands now.
const restarted = ({ log, model, tools }: LiveSession, hooks: Hooks): LiveSession =>
  liveSession({ log: memoryLog({ lines: log.lines() }), model, tools, hooks, ...points })

test('a crash while a hook is asked rests the turn, and resume asks again', async (t) => {
  const session = liveSession({ hooks: never, ...points })
  ;(await requestFor(session, 'run it')).reply([call('Bash')])
  while (!session.types().includes('HookAsked')) await new Promise(setImmediate)
  const { asked, hooks } = answering()
  const next = restarted(session, hooks)
  t.is(next.loop.snapshot().status, 'paused')
  t.is(asked.length, 0)
  await next.resume()
  ;(await next.tools.running(1)).finish()
  t.is(asked.length, 1)
})

test('what a hook stopped runs after a restart without asking again', async (t) => {
  const session = liveSession({ ...answering({ decision: 'pause' }), ...points })
  ;(await requestFor(session, 'run it')).reply([call('Bash')])
  await session.nth('run_end', 1)
  const { asked, hooks } = answering({ decision: 'pause' })
  const next = restarted(session, hooks)
  await next.resume()
  ;(await next.tools.running(1)).finish()
  await next.model.request(2)
  t.is(asked.length, 0)
})
