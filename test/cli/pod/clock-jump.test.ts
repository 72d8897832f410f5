import test from 'ava'
import type { Timestamp } from '../../../domain/time.js'
import { verifies } from '../../support/failing-log.js'
import { liveSession } from '../../support/live-session.js'
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
