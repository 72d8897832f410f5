import test from 'ava'
import { spentWords } from '../../../../cli/tui/transcript/spent-words.js'
import { noUsage } from '../../../../domain/session/usage.js'
import { ended, roundStarted, stopped, submitted } from '../../../support/events.js'
import { recordList, turnNo } from '../../../support/record-list.js'
import { attached, screenText } from '../../../support/tui-given.js'

const usage = { input: 1200, output: 1, cache_read: 0, cache_write: 0 }
const price = { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 }

test('what a turn took is said; where a request broke off, as the least or as not told', (t) => {
  t.is(spentWords({ usage, ms: 4000 }, price), 'took 4.0 s · in 1.2k out 1 tokens · $0.0036')
  t.is(
    spentWords({ usage, ms: 4000, isLeast: true }, price),
    'took 4.0 s · in 1.2k out 1 tokens · $0.0036 (at least)',
  )
  t.is(spentWords({ usage: noUsage, ms: 0, isLeast: true }, price), 'tokens not told')
  t.is(spentWords({ usage: noUsage, ms: 0 }, price), '')
})

test('a turn that was cancelled before its tokens were known says so, one refused does not', (t) => {
  const begun = [submitted(1, 'a'), roundStarted(1)]
  const shown = (...rest: Parameters<typeof recordList>[0][number]) =>
    screenText(attached({ records: recordList([[...begun, ...rest]]) }))
  t.true(shown(stopped(turnNo(1)), ended(1, 'cancelled')).includes('tokens not told'))
  t.false(shown(ended(1, 'errored')).includes('not told'))
})
