import test from 'ava'
import { keepCurrent } from '../../../cli/sessions/keep-current.js'
import { projectorCache } from '../../../cli/sessions/projector-cache.js'
import type { SessionId } from '../../../domain/ids.js'
import { eventually } from '../../support/eventually.js'
import { someSession } from '../../support/story.js'

test('a session that could not be followed is looked at again, also when many could not', async (t) => {
  const sessions = Array.from({ length: 40 }, (_, n) => someSession(n))
  const done = new Set<SessionId>()
  let isShort = true
  const make = (session: SessionId) => ({
    advance: async () => {
      if (!isShort) done.add(session)
      return !isShort
    },
    reached: async () => true,
    close: async () => undefined,
  })
  const held = async () => new Map<string, string>()
  const keeper = keepCurrent(projectorCache(make), held)
  t.teardown(keeper.close)
  sessions.forEach(keeper.changed)
  isShort = false

  await eventually(() => {
    keeper.lookAgain()
    return done.size === sessions.length
  })
  t.pass()
})

test('while many cannot be followed one is tried at a time, each in its turn', async (t) => {
  const sessions = Array.from({ length: 5 }, (_, n) => someSession(n))
  const tried: SessionId[] = []
  const make = (session: SessionId) => ({
    advance: async () => tried.push(session) < 0,
    reached: async () => true,
    close: async () => undefined,
  })
  const keeper = keepCurrent(projectorCache(make), async () => new Map<string, string>())
  t.teardown(keeper.close)
  sessions.forEach(keeper.changed)
  for (let n = 5; n <= 15; n += 1) {
    await eventually(() => tried.length === n)
    keeper.lookAgain()
  }

  t.deepEqual(tried.slice(0, 15), [...sessions, ...sessions, ...sessions])
})

test('a session that was followed is not looked at again before it changes', async (t) => {
  const looks: SessionId[] = []
  const make = (session: SessionId) => ({
    advance: async () => looks.push(session) > 0,
    reached: async () => true,
    close: async () => undefined,
  })
  const keeper = keepCurrent(projectorCache(make), async () => new Map<string, string>())
  t.teardown(keeper.close)
  keeper.changed(someSession(1))
  await eventually(() => looks.length === 1)

  keeper.lookAgain()
  keeper.changed(someSession(2))
  await eventually(() => looks.length > 1)

  t.deepEqual(looks, [someSession(1), someSession(2)])
})
