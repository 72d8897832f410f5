import test from 'ava'
import fc from 'fast-check'
import { randomIds } from '../../../adapters/node/ids.js'
import { SessionId } from '../../../domain/ids.js'
import { clockSteps, stepped } from '../../support/clock-steps.js'
import { fcOptions } from '../../support/rounds.js'

test('ids are well-formed and increase however the wall clock steps', (t) => {
  // The clock of this test's own thread; no other test runs in it.
  const now = Date.now
  t.teardown(() => (Date.now = now))
  fc.assert(
    fc.property(clockSteps, (steps) => {
      let nowMs = now()
      Date.now = () => nowMs
      const ids: string[] = []
      for (const step of steps) {
        nowMs = stepped(nowMs, step)
        ids.push(randomIds.next(), randomIds.next())
      }
      t.true(ids.every(SessionId.is))
      t.deepEqual(ids, [...new Set(ids)].sort())
    }),
    fcOptions(),
  )
})
