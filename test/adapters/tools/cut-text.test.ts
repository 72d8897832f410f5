import test from 'ava'
import fc from 'fast-check'
import { cutAt, cutFrom, cutText } from '../../../adapters/tools/cut-text.js'
import { fcOptions } from '../../support/rounds.js'

const mixed = 'aé漢😀\u2028z'

test('a text is cut between two characters at every length', (t) => {
  const bytes = Buffer.from(mixed)
  for (let max = 0; max <= bytes.length; max += 1) {
    const { text, leftOut } = cutText(mixed, max)
    t.true(mixed.startsWith(text) && !text.includes('\uFFFD'))
    t.is(Buffer.byteLength(text) + leftOut, bytes.length)
    t.true(Buffer.byteLength(text) <= max && max - Buffer.byteLength(text) < 4)
  }
})

test('the front is left out between two characters at every length', (t) => {
  const bytes = Buffer.from(mixed)
  for (let min = 0; min <= bytes.length; min += 1) {
    const start = cutFrom(bytes, min)
    const text = bytes.toString('utf8', start)
    t.true(mixed.endsWith(text) && !text.includes('\uFFFD'))
    t.true(start >= min && start - min < 4)
  }
})

test('front and back of a cut are the whole text', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, max) => {
      const bytes = Buffer.from(text)
      const end = cutAt(bytes, max)
      t.is(cutFrom(bytes, end), end)
      t.is(bytes.toString('utf8', 0, end) + bytes.toString('utf8', end), text)
    }),
    fcOptions(4),
  )
})

test('bytes that are no UTF-8 end at any length without a loop', (t) => {
  const bytes = Buffer.alloc(10, 0x80)
  t.is(cutAt(bytes, 5), 0)
  t.is(cutFrom(bytes, 5), 10)
})
