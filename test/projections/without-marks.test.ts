import test from 'ava'
import fc from 'fast-check'
import { withoutMarks } from '../../projections/without-marks.js'
import { anyMarkdown } from '../support/any-markdown.js'
import { fcOptions } from '../support/rounds.js'

const words: ReadonlyArray<readonly [string, string]> = [
  ['## Head ##\n**bold** and *more*, ***both***', 'Head\nbold and more, both'],
  ['```ts\nconst a = "*b*" // #c\n```\nafter', 'const a = "*b*" // #c\nafter'],
  ['~~~\n```\nx\n~~~\ny', '```\nx\ny'],
  ['> quoted\n> > deeper', 'quoted\ndeeper'],
  ['- [x] done `x` **`y`**\n* two\n1. three', 'done x y\ntwo\n1. three'],
  ['|a|b|\n|---|:-:|\n|c|**d**|', 'a b\n\nc d'],
  ['Title\n=====\n\n---\n\n* * *', 'Title\n\n\n\n\n'],
  ['[text](https://x.y) ![image](z)', 'text image'],
  ['これは**「太字」**です。*強調*も', 'これは「太字」です。強調も'],
  ['a **b *c* d**', 'a b c d'],
  ['~~gone~~', 'gone'],
]

for (const [text, shown] of words)
  test(`the words of ${JSON.stringify(text)} are shown without its signs`, (t) => {
    t.is(withoutMarks(text), shown)
  })

test('what is no mark stays', (t) => {
  for (const text of [
    'rename *.ts to *.js',
    'fix __init__.py and snake_case_name',
    '2*3*4 ** 5',
    '#tag, C# and a - b',
    'half **open and `half',
    'a[0](x y)',
  ])
    t.is(withoutMarks(text), text)
})

test('only signs are taken, from the start of any text, and nothing is added', (t) => {
  fc.assert(
    fc.property(anyMarkdown, (text) => {
      const shown = withoutMarks(text)
      t.true(shown.length <= text.length)
      t.true(shown.endsWith(text.slice(4096)))
    }),
    fcOptions(3),
  )
})

test('a long text of half signs takes linear time', (t) => {
  for (const part of ['*a ', '**a', '`', '[', '_a ', '~~a', '> ', '|-', '- ', '[](', '```\n'])
    t.true(withoutMarks(part.repeat(50_000)).length > 0)
})
