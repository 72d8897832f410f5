import test from 'ava'
import fc from 'fast-check'
import { fitLine, line, lineWidth, span } from '../../../../cli/tui/frame.js'
import { clusters } from '../../../../cli/tui/text/clusters.js'
import { safeLine, safeText } from '../../../../cli/tui/text/safe-text.js'
import { clustersWidth, clusterWidth } from '../../../../cli/tui/text/width.js'
import { wrapText } from '../../../../cli/tui/text/wrap.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'

const width = (text: string) => clustersWidth(clusters(text))

test('clusters joined give the text, and are what the segmenter says for short texts', (t) => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  fc.assert(
    fc.property(anyText, (text) => {
      t.is(clusters(text).join(''), text)
      const whole = Array.from(segmenter.segment(text), ({ segment }) => segment)
      t.deepEqual(clusters(text), whole)
    }),
    fcOptions(10),
  )
})

test('clusters are the same in a long text as in a short one', (t) => {
  for (const one of ['か\u3099', 'e\u0301', 'и\u0306', '🇯🇵', '👨‍👩‍👧', 'नि', 'x', 'ก็'])
    for (const lead of ['', 'a', '\u0301', '日'])
      t.deepEqual(
        clusters(lead + one.repeat(5000)).slice(-4999),
        Array.from({ length: 4999 }, () => one),
      )
  t.deepEqual(clusters(`e${'\u0301'.repeat(100_000)}x`).length, 2)
})

test('a long Japanese text is cut into clusters in linear time', (t) => {
  t.is(clusters('日本語テキスト'.repeat(20_000)).length, 140_000)
})

test('widths are those of a modern terminal', (t) => {
  const widths = { a: 1, 日: 2, ｶ: 1, か\u3099: 2, '👨‍👩‍👧': 2, '⚠️': 2, '👍🏽': 2, '…': 1, '─': 1 }
  for (const [text, columns] of Object.entries(widths)) t.is(clusterWidth(text), columns, text)
})

test('whatever could steer a terminal is a visible mark', (t) => {
  t.is(safeText('\x1b[2J\x07\x9b1m\r\0\x7f'), '␛[2J␇‹9B›1m␍␀␡')
  t.is(
    safeText('a\u202eb\u2066c\u200fd\ufeff\u2028\u2029'),
    'a‹202E›b‹2066›c‹200F›d‹FEFF›‹2028›‹2029›',
  )
  t.is(safeText('\ud800x\u{e0041}'), '\uFFFDx‹E0041›')
  t.is(safeText('a\tb\n\tc'), 'a   b\n    c')
  t.is(safeLine('a\nb'), 'a␊b')
})

test('safe text holds nothing unsafe and is the same when made safe again', (t) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const safe = safeText(text)
      t.notRegex(safe, /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u)
      t.is(safeText(safe), safe)
    }),
    fcOptions(10),
  )
})

test('wrapped lines fit any width and lose nothing but what is too wide', (t) => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 300 }), (text, columns) => {
      const lines = wrapText(text, columns)
      for (const one of lines) t.true(width(one) <= columns)
      if (columns >= 8) t.is(lines.join(''), safeText(text).replaceAll('\n', ''))
    }),
    fcOptions(10),
  )
})

test('wrapping breaks after a space where one is near', (t) => {
  t.deepEqual(wrapText('one two three', 9), ['one two ', 'three'])
  t.deepEqual(wrapText('日本語の文', 5), ['日本', '語の', '文'])
  t.deepEqual(wrapText('日', 1), ['?'])
  t.deepEqual(wrapText('', 5), [''])
})

test('plain text is wrapped as any other', (t) => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-') }),
      fc.integer({ min: 1, max: 20 }),
      (text, columns) => {
        const wide = wrapText(`${text.replaceAll('a', 'é')}`, columns)
        t.deepEqual(
          wrapText(text, columns),
          wide.map((one) => one.replaceAll('é', 'a')),
        )
      },
    ),
    fcOptions(10),
  )
})

test('a line cut to a width fits, and a line that fits is the same line', (t) => {
  fc.assert(
    fc.property(anyText, anyText, fc.integer({ min: 0, max: 60 }), (a, b, columns) => {
      const spans = [span(a, 'bold'), span(b)]
      t.true(lineWidth(fitLine(spans, columns)) <= columns)
    }),
    fcOptions(5),
  )
  const short = line('short')
  t.is(fitLine(short, 5), short)
})
