import test from 'ava'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Notification } from '../../../domain/protocol/notification.js'
import {
  decodeNotification,
  encodeNotification,
} from '../../../domain/protocol/notification-line.js'
import { fcOptions } from '../../support/rounds.js'

const bytes = (text: string) => new TextEncoder().encode(text)

const alert = (message: string): Notification => ({
  event: 'alert',
  data: { level: 'info', code: 'c', message },
})

test('any text stays within one line and comes back as it was', (t) => {
  const hostile = fc.constantFrom(
    '\n',
    '\r',
    '\0',
    '\u2028',
    '\u2029',
    '\u0085',
    '\x1b]52;c;',
    '"',
    '\\',
  )
  const text = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'grapheme' })))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (message) => {
      const line = encodeNotification(alert(message))
      t.notRegex(line, /[\n\r\0\u2028\u2029\x1b]/)
      t.deepEqual(decodeNotification(bytes(line)), E.right(alert(message)))
    }),
    fcOptions(4),
  )
})

test('a lone surrogate leaves as valid UTF-8', (t) => {
  const line = encodeNotification(alert('a\ud800b'))
  t.is(new TextDecoder('utf-8', { fatal: true }).decode(bytes(line)), line)
})

test('an event of a later version is ignored, also one named like a prototype key', (t) => {
  t.deepEqual(decodeNotification(bytes('{"event":"aurora","data":{}}')), E.right(undefined))
  t.deepEqual(decodeNotification(bytes('{"event":"toString","data":{}}')), E.right(undefined))
})

for (const line of [
  '',
  'x',
  '[]',
  'null',
  '{"event":7,"data":{}}',
  '{"event":"ack"}',
  '{"event":"ack","data":null}',
]) {
  test(`the line ${line === '' ? '(empty)' : line} is no notification`, (t) => {
    t.true(E.isLeft(decodeNotification(bytes(line))))
  })
}
