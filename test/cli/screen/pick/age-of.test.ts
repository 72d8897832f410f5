import test from 'ava'
import fc from 'fast-check'
import { ageOf, msToNextAge } from '../../../../cli/screen/pick/age-of.js'
import { msToNextTick } from '../../../../cli/screen/pick/age-ticks.js'
import { fcOptions } from '../../../support/rounds.js'

const nowMs = Date.parse('2026-01-02T03:04:05.000Z')
const at = (ms: number): string => new Date(ms).toISOString()
const seconds = 1000
const hours = 3600 * seconds

for (const [ago, words] of [
  [-5 * seconds, 'just now'],
  [0, 'just now'],
  [59 * seconds, 'just now'],
  [60 * seconds, '1 min ago'],
  [3599 * seconds, '59 min ago'],
  [1 * hours, '1 h ago'],
  [23.9 * hours, '23 h ago'],
  [49 * hours, '2 d ago'],
] as const)
  test(`what was ${ago} ms ago was ${words}`, (t) => {
    t.is(ageOf(nowMs - ago, at(nowMs)), words)
  })

test('an age reads the same until its next change, and another way then', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.integer({ min: -120, max: 3 * 24 * 3600 }), (ago) => {
        const then = nowMs - ago * seconds
        const next = msToNextAge(then, at(nowMs))
        const words = ageOf(then, at(nowMs))
        return (
          next > 0 &&
          ageOf(then, at(nowMs + next - 1)) === words &&
          ageOf(then, at(nowMs + next)) !== words
        )
      }),
      fcOptions(),
    ),
  )
})

test('a list waits for the next age that changes, at least so long, and without end if none does', (t) => {
  const now = at(nowMs)
  const times = [nowMs - 2 * hours, nowMs - 90 * seconds]
  t.is(msToNextTick(times, { now, leastMs: 0 }), 30 * seconds)
  t.is(msToNextTick(times, { now, leastMs: 60 * seconds }), 60 * seconds)
  t.is(msToNextTick([nowMs - 2 * hours], { now, leastMs: 60 * seconds }), 1 * hours)
  t.is(msToNextTick([], { now, leastMs: 0 }), undefined)
})
