import test from 'ava'
import { textOutput } from '../../../cli/run/turn-output.js'
import type { Notification } from '../../../domain/protocol/notification.js'
import { collectedIo } from '../../support/collected-io.js'
import { asked, paused, recordsOf, someTurn, stopAsked } from '../../support/story.js'

const heard = (...notifications: ReadonlyArray<Notification>) => {
  const io = collectedIo()
  const hear = textOutput(io)
  for (const notification of notifications) hear(notification)
  return { out: io.out(), err: io.err() }
}

const delta = (text: string): Notification => ({
  event: 'text_delta',
  data: { turn: someTurn(2), round: 1, block: 0, text },
})

const retry: Notification = {
  event: 'retry',
  data: {
    turn: someTurn(2),
    attempt: 1,
    of: 3,
    wait_ms: 1000,
    code: 'overloaded',
    message: 'The model is overloaded.',
  },
}

const records = (...events: Parameters<typeof recordsOf>[0][number]): ReadonlyArray<Notification> =>
  recordsOf([events]).map((data) => ({ event: 'record', data }))

test('what a broken reply had said ends its line before the next attempt says it anew', (t) => {
  const { out, err } = heard(delta('so '), retry, ...records(asked(2)), delta('so it is'))

  t.is(out, 'so \nso it is')
  t.regex(err, /^The model is overloaded\..*\n$/)
})

test('a reply that is stopped ends its line', (t) => {
  t.is(heard(delta('so '), ...records(stopAsked(2), paused(2))).out, 'so \n')
  t.is(heard(delta('so '), ...records(paused(2, 'storage'))).out, 'so \n')
})
