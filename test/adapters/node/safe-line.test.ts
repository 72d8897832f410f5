import test from 'ava'
import fc from 'fast-check'
import { safeLine } from '../../../adapters/node/safe-line.js'
import { fcOptions } from '../../support/rounds.js'

const marks: ReadonlyArray<readonly [text: string, shown: string]> = [
  ['plain 日本語 👍🏽', 'plain 日本語 👍🏽'],
  ['a\nb\r\tc', 'a␊b␍␉c'],
  ['\u001b]52;c;aGk=\u0007', '␛]52;c;aGk=␇'],
  ['\u001b[2J', '␛[2J'],
  ['\u009b2J', '\\u009b2J'],
  ['\u0000\u007f', '␀␡'],
  ['a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ['abc\u202etxt.exe', 'abc\\u202etxt.exe'],
  ['half \ud800', 'half \\ud800'],
]

for (const [text, shown] of marks) {
  test(`${JSON.stringify(text)} is shown as ${shown}`, (t) => {
    t.is(safeLine(text), shown)
  })
}

test('nothing that a terminal obeys is left of any text', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => !/\p{Cc}/u.test(safeLine(text))),
    fcOptions(10),
  )
  t.pass()
})
