import test from 'ava'
import type { Event } from '../../domain/event/event.js'
import { fold } from '../../domain/projection.js'
import { usage, usageText } from '../../projections/usage.js'
import {
  asked,
  firstTurn,
  recordsOf,
  said,
  someSession,
  someTurn,
  submitted,
} from '../support/story.js'

const stopped: Event = {
  type: 'StopRequested',
  data: {
    turn: someTurn(2),
    stop: 'cancel',
    by: 'user',
    shown: [],
    usage: { input: 1000, output: 2, cache_read: 0, cache_write: 0 },
  },
}

test('tokens are counted in all and per model, also those of stopped requests', (t) => {
  const groups = [
    ...firstTurn(someSession(1)),
    [submitted(2, 'q'), asked(2), stopped],
    [submitted(3, 'q'), asked(3), said(3, 'a')],
  ]

  const totals = fold(usage, recordsOf(groups))

  t.is(totals.requests, 3)
  t.deepEqual(totals.models, [
    { model: 'model-x', replies: 2, input: 1020, output: 12, cache_read: 200, cache_write: 2 },
  ])
  t.is(
    usageText(totals),
    '3 requests (1 unfinished), at least 1,022 tokens in (2 written to the cache), 12 out, 200 read from the cache',
  )
})

test('a request that nobody told the end of makes the sum the least, and one that runs does not', (t) => {
  const open = [...firstTurn(someSession(1)), [submitted(2, 'q'), asked(2)]]
  const paused: Event = { type: 'TurnPaused', data: { turn: someTurn(2), by: 'crash' } }
  const text = (groups: typeof open) => usageText(fold(usage, recordsOf(groups)))
  t.regex(text(open), /^2 requests, \d/)
  t.regex(text([...open, [paused]]), /^2 requests \(1 unfinished\), at least \d/)
})

test('a session without requests has used nothing', (t) => {
  t.is(
    usageText(fold(usage, recordsOf(firstTurn(someSession(1)).slice(0, 0)))),
    '0 requests, 0 tokens in, 0 out',
  )
})

test('each model has its own row in the order of first use', (t) => {
  const other = said(2, 'x')
  const groups = [
    ...firstTurn(someSession(1)),
    [submitted(2, 'q'), { ...other, data: { ...other.data, model: 'model-y' } } as Event],
  ]

  t.deepEqual(
    fold(usage, recordsOf(groups)).models.map(({ model }) => model),
    ['model-x', 'model-y'],
  )
})
