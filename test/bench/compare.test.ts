import test from 'ava'
import { compare, verdictOf } from './compare.js'
import { median } from './measurement.js'
import { outcomeTable } from './table.js'

test('the median is the middle figure, whatever the order', (t) => {
  t.is(median([9, 1, 5]), 5)
  t.is(median([100, 2, 3, 1, 2]), 2)
})

test('a ratio that meets its aim is ok, one beyond the guard is said so', (t) => {
  const bounds = { aim: 1.4, guard: 2 }
  t.is(verdictOf(bounds, 1.4), 'ok')
  t.is(verdictOf(bounds, 1.5), 'over')
  t.is(verdictOf(bounds, 2.1), 'over guard')
  t.is(verdictOf({}, 99), 'reported')
})

test('where more is better the bounds are read the other way round', (t) => {
  const bounds = { aim: 5, guard: 3, moreIsBetter: true } as const
  t.deepEqual(
    [6, 4, 2].map((ratio) => verdictOf(bounds, ratio)),
    ['ok', 'over', 'over guard'],
  )
})

test('both sides are measured by turns, the first round does not count, and the pair is closed', async (t) => {
  const calls: string[] = []
  const figures = { ours: [100, 4, 6, 5], baseline: [100, 1, 3, 2] }
  const side = (name: 'ours' | 'baseline') => async () => {
    calls.push(name)
    return figures[name].shift() ?? Number.NaN
  }
  const outcome = await compare(
    {
      name: 'some',
      measured: 'this',
      against: 'that',
      unit: 'ms',
      prepare: async () => ({
        ours: side('ours'),
        baseline: side('baseline'),
        close: async () => void calls.push('close'),
      }),
    },
    bench,
  )
  const [there, back] = [
    ['ours', 'baseline'],
    ['baseline', 'ours'],
  ] as const
  t.deepEqual(calls, [...there, ...back, ...there, ...back, 'close'])
  t.deepEqual(outcome.figures, { ours: 5, baseline: 2, compared: 2.5 })
})

const pairOf = (ours: number, baseline: number) => ({
  name: 'some',
  measured: 'this',
  against: 'that',
  unit: 'MB' as const,
  prepare: async () => ({ ours: async () => ours, baseline: async () => baseline }),
})
const bench = { folder: '/none', quick: true, logBytes: 1, longLogBytes: 1 }

test('where the difference counts a baseline of nothing is one too', async (t) => {
  const measurement = { ...pairOf(3, 0), by: 'difference' as const, aim: 2, guard: 4 }
  const { figures, verdict } = await compare(measurement, bench)
  t.is(figures?.compared, 3)
  t.is(verdict, 'over')
})

test('a count of what must never be is the sum of the rounds', async (t) => {
  const counts = [0, 0, 0, 1]
  const ours = async () => counts.shift() ?? 0
  const prepare = async () => ({ ours, baseline: async () => 0 })
  const never = { by: 'difference', rounds: 'sum', aim: 0, guard: 0 } as const
  const { figures, verdict } = await compare({ ...pairOf(0, 0), ...never, prepare }, bench)
  t.is(figures?.ours, 1)
  t.is(verdict, 'over guard')
})

test('what the machine lacks something for is skipped and says so', async (t) => {
  const prepare = () => Promise.reject(new Error('it was begun'))
  const outcome = await compare({ ...pairOf(1, 1), prepare, lacks: 'there is no sqlite' }, bench)
  t.is(outcome.verdict, 'skipped')
  t.regex(await outcomeTable([outcome]), /skipped +.*there is no sqlite/)
})
