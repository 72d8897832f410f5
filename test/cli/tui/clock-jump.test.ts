import test from 'ava'
import { systemClock } from '../../../adapters/node/clock.js'
import type { Message } from '../../../cli/tui/message.js'
import { attached, pausedStatus, play } from '../../support/tui-given.js'

const hourMs = 3_600_000

// The clock of this test's own thread; no other test runs in it.
const jump = (byMs: number): void => {
  const now = Date.now
  Date.now = () => now() + byMs
}

const press = (name: string): Message => ({
  type: 'Key',
  name,
  atMs: systemClock.monotonicMs(),
  id: 'x',
})

for (const hours of [8, -8])
  test.serial(`a wall clock that jumps ${hours} h between two presses changes nothing`, (t) => {
    const start = { ...attached({ status: pausedStatus }), nowMs: systemClock.monotonicMs() }
    const before = Date.now()
    const once = play(start, press('Ctrl-C'))
    jump(hours * hourMs)
    t.true(Math.abs(Date.now() - before) > 7 * hourMs, 'the clock has jumped')
    const { commands } = play(once.state, press('Ctrl-C'))
    t.deepEqual(
      commands.map(({ type }) => type),
      ['Quit'],
    )
  })
