import test from 'ava'
import fc from 'fast-check'
import { asPrinted } from '../../../../cli/tui/text/as-printed.js'
import { shortCount } from '../../../../cli/tui/text/short-count.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'

test('whole colour sequences are left out, all else that is unsafe stays', (t) => {
  t.is(asPrinted('\x1b[31mred\x1b[0m \x1b[1;38;5;9mx\x1b[m'), 'red x')
  t.is(asPrinted('\x1b[38:2::1:2:3mx'), 'x')
  for (const kept of ['\x1b[2J', '\x1b]0;t\x07', '\x1b[31', '\x1b[?25l', '\x9b31m', 'a\bb', '\x1b'])
    t.is(asPrinted(kept), kept)
})

const bars: ReadonlyArray<readonly [string, string]> = [
  ['1%\r50%\r100%', '100%'],
  ['100%\r\n', '100%\n'],
  ['10%\r', '10%'],
  ['long line\rshort', 'shortline'],
  ['long line\r\x1b[Kshort', 'short'],
  ['long line\rshort\x1b[K', 'short'],
  ['long line\r\x1b[2Kx\ry', 'y'],
  ['\x1b[32m##  \x1b[0m 50%\r\x1b[32m####\x1b[0m 100%\ndone', '#### 100%\ndone'],
  ['日本語\rab', 'ab本語'],
  ['日本語\rabc', 'abc 語'],
  ['\r\r\ra', 'a'],
  ['a\nb\rc\nd', 'a\nc\nd'],
]

for (const [output, shown] of bars)
  test(`a line that is written over shows its last state: ${JSON.stringify(output)}`, (t) => {
    t.is(asPrinted(output), shown)
  })

test('an output without colours and returns is the same', (t) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const other = text.replaceAll(/[\r\x1b]/g, '')
      t.is(asPrinted(other), other)
      t.notRegex(asPrinted(text), /\r|\x1b\[[0-9;:]*m/)
    }),
    fcOptions(5),
  )
})

test('a line written over 50,000 times takes no longer than it is long', (t) => {
  t.is(asPrinted(`${'x'.repeat(100_000)}${'\ry'.repeat(50_000)}`).length, 100_000)
})

test('counts are short and of one form', (t) => {
  const forms = { 0: '0', 999: '999', 1000: '1k', 1234: '1.2k', 200_000: '200k', 3_400_000: '3.4M' }
  for (const [count, form] of Object.entries(forms)) t.is(shortCount(Number(count)), form)
  t.is(shortCount(999_999), '1M')
})
