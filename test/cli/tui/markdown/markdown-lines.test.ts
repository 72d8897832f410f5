import test from 'ava'
import fc from 'fast-check'
import { type Line, lineWidth } from '../../../../cli/tui/frame.js'
import { markdownLines } from '../../../../cli/tui/markdown/markdown-lines.js'
import { blockText } from '../../../../cli/tui/transcript/block-text.js'
import { limits } from '../../../../domain/limits.js'
import { anyMarkdown } from '../../../support/any-markdown.js'
import { fcOptions } from '../../../support/rounds.js'

const texts = (text: string, width = 40) =>
  markdownLines(text, { width }).map((spans) =>
    spans
      .map((one) => one.text)
      .join('')
      .trimEnd(),
  )

const looks = (text: string, width = 40) =>
  markdownLines(text, { width }).map((spans) =>
    spans.map((one) => `${one.style}:${one.text}`).join('|'),
  )

const fits = (lines: ReadonlyArray<Line>, width: number) =>
  lines.every(
    (spans) =>
      lineWidth(spans) <= width &&
      !/[\0-\x1f\x7f-\x9f\u202a-\u202e]/.test(spans.map(({ text }) => text).join('')),
  )

test('any text fits any width and holds nothing that steers the terminal', (t) => {
  fc.assert(
    fc.property(
      anyMarkdown,
      fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 })),
      (text, width) => {
        t.true(fits(markdownLines(text, { width }), width))
      },
    ),
    fcOptions(2),
  )
})

test('the words of any text are there, in their order', (t) => {
  const word = fc.constantFrom('alpha', 'beta', 'gamma', '漢字', 'かな')
  const between = fc.constantFrom(
    ' ',
    '\n',
    '\n\n',
    '\n- ',
    '\n1. ',
    '\n> ',
    '\n# ',
    ' **',
    '\n```\n',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(between, word), { maxLength: 30 }), (parts) => {
      const shown = texts(parts.flat().join(''), 60).join(' ').replaceAll(/\s/g, '')
      const found = [...shown.matchAll(/alpha|beta|gamma|漢字|かな/g)].map(([one]) => one)
      t.deepEqual(
        found,
        parts.map(([, one]) => one),
      )
    }),
    fcOptions(2),
  )
})

const pathological: Readonly<Record<string, string>> = {
  stars: '*',
  brackets: '[',
  images: '![a](',
  ticks: '`a``',
  quotes: '> ',
  items: '- a\n',
  'nested items': '- ',
  tables: '|a|b|\n|-|-|\n',
  emphasis: '*a **b ',
  entities: '&#27;',
  'open comments': '```ts\n/*\n\n',
  addresses: 'http://((',
}

for (const [name, part] of Object.entries(pathological))
  test(`20,000 characters of ${name} are drawn`, (t) => {
    const lines = markdownLines(part.repeat(20_000 / part.length), { width: 50 })
    t.true(lines.length > 0 && fits(lines, 50))
  })

test('a table of 500 columns and blocks 200 levels deep are drawn, with all their words', (t) => {
  const table = `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'|b'.repeat(500)}|\n`
  t.is(texts(table).filter((one) => one === 'a: b').length, 500)
  t.true(
    texts(`${'> '.repeat(200)}deep`)
      .join('')
      .endsWith('deep'),
  )
  const items = Array.from({ length: 200 }, (_, n) => `${' '.repeat(2 * n)}- item${n}`).join('\n')
  t.regex(texts(items).join('').replaceAll(/\s/g, ''), /item0.*item50.*item199/)
})

test('what is behind the first characters of a very long answer is plain text', (t) => {
  const line = `**bold**${'x'.repeat(91)}\n`
  const count = limits.markdownCharsMax / line.length
  const lines = texts(line.repeat(count + 3), 200)
  t.true(lines[0]?.startsWith('boldx'))
  t.is(lines.filter((one) => one.startsWith('**bold**')).length, 3)
})

test('emphasis beside Japanese punctuation is seen', (t) => {
  t.deepEqual(looks('**「太字」**です。これは**「強調」**。'), [
    'bold:「太字」|plain:です。これは|bold:「強調」|plain:。',
  ])
})

test('no line begins with a closing mark or ends with an opening one', (t) => {
  t.deepEqual(texts('あいうえ。かき「くけ」、さし', 8), [
    'あいう',
    'え。かき',
    '「く',
    'け」、さ',
    'し',
  ])
  for (let width = 6; width < 40; width += 1) {
    const lines = texts('彼は「はい、そうです。」と（小さく）言った。ラーメンっ！'.repeat(4), width)
    for (const line of lines) t.notRegex(line, /^[、。」）ーっ！]|[「（]$/, `${width}: ${line}`)
  }
})

test('words are kept whole, and wrapped items and quotes stand under their text', (t) => {
  t.deepEqual(texts('- one two three four\n\n> five six seven', 12), [
    '• one two',
    '  three four',
    '',
    '│ five six',
    '│ seven',
  ])
  t.deepEqual(texts(`see ${'x'.repeat(25)} end`, 10), [
    'see',
    'xxxxxxxxxx',
    'xxxxxxxxxx',
    'xxxxx end',
  ])
})

test('links and images show their address, once', (t) => {
  t.deepEqual(looks('[a `b`](u) <http://x.y> ![p](q) [http://z](http://z) me@x.y', 90), [
    'link:a b|dim: (u)|plain: |link:http://x.y|plain: |link:p|dim: (q)|plain: |link:http://z|plain: me@x.y',
  ])
  t.deepEqual(looks('see https://a.b/c_d。続き'), ['plain:see |link:https://a.b/c_d|plain:。続き'])
  t.deepEqual(texts('[x][1]\n\n[1]: https://a.b'), ['[x][1]', '', '[1]: https://a.b'])
})

test('items keep their numbers, boxes take the place of marks', (t) => {
  t.deepEqual(texts('3. a\n4. b\n\n* c\n  + d\n\n- [x] e\n- [ ] f\n- [y] g'), [
    ...['3. a', '4. b', '', '• c', '  • d', '', '[x] e', '[ ] f', '• [y] g'],
  ])
  const long = Array.from({ length: 900 }, (_, n) => `1. item ${n + 1}`).join('\n')
  t.deepEqual(
    texts(long),
    Array.from({ length: 900 }, (_, n) => `${n + 1}. item ${n + 1}`),
  )
})

test('a line above three signs is a heading and keeps its place, one of several lines is text', (t) => {
  t.deepEqual(looks('Title\n---\nText.', 6), ['heading:Title', 'dim:──────', 'plain:Text.'])
  t.deepEqual(looks('> *Über*\n> ===\n', 8), ['dim:│ |heading:Über', 'dim:│ |dim:══════'])
  t.deepEqual(looks('one\ntwo\n---\n', 6), ['plain:one', 'plain:two', 'dim:──────'])
  t.deepEqual(looks('a\n--\n\nb\n=', 6), ['plain:a', 'plain:--', '', 'plain:b', 'plain:='])
})

test('HTML is text, entities are what they stand for, made safe', (t) => {
  t.deepEqual(texts('<b>x</b> &lt;y&gt; &#x202e; \x1b[31m'), ['<b>x</b> <y> ‹202E› ␛[31m'])
  t.deepEqual(texts('a  \nb\\\nc'), ['a', 'b', 'c'])
})

test('a search finds words on both sides of marks that are not shown', (t) => {
  const text = 'it **ends** at `#`'
  const words = { kind: 'text', seq: 1 as never, turn: '' as never, text, partial: false } as const
  t.true(blockText(words).includes(texts(text)[0] ?? 'nothing'))
})

test('a blank answer has no lines', (t) => {
  t.deepEqual(texts(''), [])
  t.deepEqual(texts(' \n\n\t\n'), [])
})
