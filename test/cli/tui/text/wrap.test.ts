import test from 'ava'
import fc from 'fast-check'
import type { Line } from '../../../../cli/tui/frame.js'
import { lineWidth } from '../../../../cli/tui/frame.js'
import { clusters } from '../../../../cli/tui/text/clusters.js'
import { joined } from '../../../../cli/tui/text/joined.js'
import { safeLine, safeText } from '../../../../cli/tui/text/safe-text.js'
import { spansBy } from '../../../../cli/tui/text/spans-by.js'
import { wrapText, wrapWords } from '../../../../cli/tui/text/wrap.js'
import { wrapCode, wrapRow } from '../../../../cli/tui/text/wrap-row.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'

const textOf = (line: Line) => line.map(({ text }) => text).join('')
const row = (text: string) => [{ text, style: 'plain' as const }]
const code = (text: string, width: number) => wrapCode(row(text), width).map(textOf)
const prose = (text: string, width: number) => wrapRow(row(text), width).map(textOf)

const anyWords = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ' ',
        '  ',
        'word',
        'a.b/c',
        '(x)',
        '日本語',
        '。',
        '、',
        '「',
        '」',
        'っ',
        '#',
      ),
      anyText,
    ),
    { maxLength: 30 },
  )
  .map((parts) => safeLine(parts.join('')))
const width = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 }))

test('code is broken behind a space, else behind a sign, else where the line is full', (t) => {
  t.deepEqual(code('const value = first(second)', 16), ['const value = ', 'first(second)'])
  t.deepEqual(code('a/long/path/to/a/file.ts', 10), ['a/long/', 'path/to/a/', 'file.ts'])
  t.deepEqual(code('abcdefghijklmnop', 8), ['abcdefgh', 'ijklmnop'])
  t.deepEqual(code('if xxxxxxxxxxxxx', 10), ['if xxxxxxx', 'xxxxxx'])
  t.deepEqual(code(`${' '.repeat(12)}word`, 14), [`${' '.repeat(12)}wo`, 'rd'])
})

test('of code nothing is lost or added', (t) => {
  fc.assert(
    fc.property(anyWords, width, (text, columns) => {
      const lines = wrapCode(row(text), columns)
      for (const one of lines) t.true(lineWidth(one) <= columns)
      if (columns >= 8) t.is(lines.map(textOf).join(''), text)
    }),
    fcOptions(4),
  )
})

test('what a full line holds does not change when more text comes', (t) => {
  fc.assert(
    fc.property(anyWords, fc.nat(), width, (text, at, columns) => {
      const all = clusters(text)
      const some = all.slice(0, at % (all.length + 1)).join('')
      const ways = [prose, code, (one: string, most: number) => [...wrapText(one, most)]]
      for (const way of ways) {
        const above = way(some, columns).slice(0, -1)
        t.deepEqual(way(text, columns).slice(0, above.length), above)
      }
    }),
    fcOptions(4),
  )
})

test('no line of Japanese begins with a stop or ends with an opening mark, however it is wrapped', (t) => {
  const text = 'これは「古い文」です。しかし、長いので、何行かになります（たぶん）。'.repeat(3)
  for (let columns = 8; columns < 60; columns += 1)
    for (const way of [prose, code, wrapText])
      for (const one of way(text, columns))
        t.notRegex(one, /^[、。」）]|[「（]$/, `${columns}: ${one}`)
  t.deepEqual(code(`${'x'.repeat(10)}。`, 10), ['x'.repeat(9), 'x。'])
})

test('plain words are broken as any others, whatever looks they have', (t) => {
  const parts = fc.array(
    fc.record({
      text: fc.string({ unit: fc.constantFrom('a', 'b', ' ', ' ', '-', '.'), maxLength: 12 }),
      style: fc.constantFrom('plain' as const, 'bold' as const),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 20 }), (all, columns) => {
      const other = all.map((one) => ({ ...one, text: one.text.replaceAll('a', 'é') }))
      t.deepEqual(
        wrapRow(all, columns).map(textOf),
        wrapRow(other, columns).map((line) => textOf(line).replaceAll('é', 'a')),
      )
    }),
    fcOptions(10),
  )
})

test('neighbours of one look are one span, whoever made them', (t) => {
  const pieces = fc.record({ text: anyText, style: fc.constantFrom('plain', 'bold', 'dim') })
  fc.assert(
    fc.property(fc.array(pieces), (all) => {
      const runs = joined(all as never)
      t.is(runs.map(({ text }) => text).join(''), all.map(({ text }) => text).join(''))
      t.true(
        runs.every(({ text, style }, index) => text !== '' && runs[index + 1]?.style !== style),
      )
    }),
    fcOptions(4),
  )
  t.deepEqual(
    spansBy('ab日本c', (at) => (at < 3 ? 'bold' : 'dim')).map(({ text }) => text),
    ['ab日', '本c'],
  )
})

test('a sentence has no blanks where it is broken, however full its lines are', (t) => {
  t.deepEqual(wrapWords('one two three', 7), ['one two', 'three'])
  t.deepEqual(wrapWords('one two  \n  three', 40), ['one two', '  three'])
  t.deepEqual(wrapWords('日本語 と emoji', 6), ['日本語', 'と', 'emoji'])
  t.deepEqual(wrapWords('', 7), [''])
})

test('a text of 20,000 characters without a place to break is wrapped in linear time', (t) => {
  t.is(prose('x'.repeat(20_000), 40).length, 500)
  t.is(code('、'.repeat(20_000), 40).length, 1000)
  t.is(wrapText(safeText('、'.repeat(20_000)), 40).length, 1000)
})
