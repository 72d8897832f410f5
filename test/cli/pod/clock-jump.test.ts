import test from 'ava'
import fc from 'fast-check'
import type { Timestamp } from '../../../domain/time.js'
import { clockSteps, stepped } from '../../support/clock-steps.js'
import { verifies } from '../../support/failing-log.js'
import { type LiveSession, liveSession } from '../../support/live-session.js'
import { fcOptions } from '../../support/rounds.js'
import { call, text } from '../../support/scripted-model.js'

const noonMs = Date.UTC(2026, 0, 2, 12)
const hourMs = 3_600_000

for (const hours of [8, -8])
  test(`a wall clock that jumps ${hours} h during a stop is recorded and changes nothing`, async (t) => {
    let nowMs = noonMs
    const now = () => new Date(nowMs).toISOString() as Timestamp
    const session = liveSession({ clock: { now, monotonicMs: () => 0 } })
    await session.run('one')
    ;(await session.model.request(1)).reply([call('Bash', { n: 1 }, 'a'), call('Bash', {}, 'b')])
    await session.tools.running(1)
    nowMs += hours * hourMs
    await session.pause()
    t.is((await session.nth('run_end', 1)).data.result, 'paused')
    await session.resume()
    ;(await session.tools.running(2)).finish()
    ;(await session.model.request(2)).reply([text('done')])
    t.is((await session.nth('run_end', 2)).data.result, 'finished')
    const stop = session.records().find(({ type }) => type === 'StopRequested')
    t.is(stop?.at, now())
    await verifies(t, session.log.lines())
  })

const moves: ReadonlyArray<(session: LiveSession) => Promise<unknown>> = [
  (session) => session.run('one'),
  async ({ model }) =>
    (await model.request(1)).reply([call('Bash', { n: 1 }, 'a'), call('Bash', { n: 2 }, 'b')]),
  async ({ tools }) => (await tools.running(1)).finish(),
  async ({ tools }) => (await tools.running(2)).finish(),
  async ({ model }) => (await model.request(2)).reply([text('done')]),
  (session) => session.nth('run_end', 1),
  (session) => session.run('two'),
  async ({ model }) => (await model.request(3)).reply([call('Bash', {}, 'c')]),
  ({ tools }) => tools.running(3),
  (session) => session.pause(),
  (session) => session.nth('run_end', 2),
  (session) => session.run('three'),
  async ({ model }) => (await model.request(4)).reply([text('at last')]),
  (session) => session.nth('run_end', 3),
]

/** Plays the moves with a clock that steps before each; gives the log and the clock's times. */
const played = async (steps: ReadonlyArray<Parameters<typeof stepped>[1]>) => {
  const times: string[] = [new Date(noonMs).toISOString()]
  let nowMs = noonMs
  const now = () => new Date(nowMs).toISOString() as Timestamp
  const session = liveSession({ clock: { now, monotonicMs: () => 0 } })
  for (const [index, move] of moves.entries()) {
    nowMs = stepped(nowMs, steps[index] ?? 0)
    times.push(now())
    await move(session)
  }
  return { session, times }
}

/** Whether these times come in this order in the clock's, some of them more than once. */
const areInOrder = (found: ReadonlyArray<string>, times: ReadonlyArray<string>): boolean => {
  let at = 0
  for (const time of found) {
    at = times.indexOf(time, at)
    if (at === -1) return false
  }
  return true
}

test('a wall clock that steps anywhere in a session changes nothing in it but the times', async (t) => {
  const steady = (await played([])).session.types()
  t.true(steady.length > 15)
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(clockSteps, async (steps) => {
        const { session, times } = await played(steps)
        t.deepEqual(session.types(), steady)
        const at = session.records().map((record) => record.at)
        t.true(areInOrder(at, times), at.join())
        await verifies(t, session.log.lines())

        // The same session, taken up again by a Pod to which it is 1970.
        const clock = { now: () => new Date(0).toISOString() as Timestamp, monotonicMs: () => 0 }
        const again = liveSession({ log: session.log, clock })
        await again.run('four')
        ;(await again.model.request(1)).reply([text('yes')])
        t.is((await again.nth('run_end', 1)).data.result, 'finished')
        await verifies(t, again.log.lines())
      }),
      fcOptions(),
    ),
  )
})
