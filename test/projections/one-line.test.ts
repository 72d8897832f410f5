import test from 'ava'
import fc from 'fast-check'
import { oneLine } from '../../projections/one-line.js'
import { fcOptions } from '../support/rounds.js'

test('Japanese, emoji joins and flags are kept', (t) => {
  const text = '日本語テスト 👩‍👩‍👧‍👦 🏳️‍🌈 \u05d0\u05d1'

  t.is(oneLine(text, 80), text)
})

test('line ends, tabs and runs of blanks become one space', (t) => {
  t.is(oneLine(' a\r\nb\t\tc\u2028d\u2029e\u0085f \n', 80), 'a b c d e f')
})

test('escapes and other controls become visible marks', (t) => {
  t.is(oneLine('\u001b[2J\u0007x\u007f\u009b1m\u202ey\u0000', 80), '␛[2J␇x␡�1m�y␀')
})

test('a lone surrogate becomes U+FFFD', (t) => {
  t.is(oneLine('a\ud800b', 80), 'a�b')
})

test('a long text is cut between characters as people count them', (t) => {
  const family = '👩‍👩‍👧‍👦'

  t.is(oneLine(family.repeat(5), 3), `${family}${family}…`)
  t.is(oneLine('日本語テスト', 6), '日本語テスト')
  t.is(oneLine('日本語テスト!', 6), '日本語テス…')
})

test('a text of megabytes is cut as fast as a short one and says that it goes on', (t) => {
  t.is(oneLine('あ'.repeat(5_000_000), 4), 'あああ…')
})

test('a text is cut where its characters end, whatever script they are of', (t) => {
  const common = fc.constantFrom(
    ...'aZ "é日本語カがはﾊ한글。…—！　',
    '\u3099',
    '\uff9e',
    '\u0301',
    '👩‍👩‍👧‍👦',
    ' \n',
  )
  const property = fc.property(
    fc.array(common, { maxLength: 40 }),
    fc.integer({ min: 1, max: 20 }),
    (parts, charsMax) => {
      const text = parts.join('').trim().replace(/\s+/g, ' ')
      const chars = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
      const cut = `${chars.slice(0, charsMax - 1).join('')}…`
      return oneLine(parts.join(''), charsMax) === (chars.length > charsMax ? cut : text)
    },
  )
  t.notThrows(() => fc.assert(property, fcOptions(10)))
})

test('any text gives one line within its limit, without controls', (t) => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  t.notThrows(() =>
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (raw, charsMax) => {
        const line = oneLine(raw, charsMax)
        const chars = Array.from(new Intl.Segmenter().segment(line))
        return chars.length <= charsMax && !/[\p{Cc}\u2028\u2029\u202a-\u202e]/u.test(line)
      }),
      fcOptions(10),
    ),
  )
})
