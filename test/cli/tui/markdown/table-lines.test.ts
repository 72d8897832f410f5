import test from 'ava'
import { columnWidths } from '../../../../cli/tui/markdown/column-widths.js'
import { markdownLines } from '../../../../cli/tui/markdown/markdown-lines.js'

const texts = (text: string, width: number) =>
  markdownLines(text, { width }).map((spans) =>
    spans
      .map((one) => one.text)
      .join('')
      .trimEnd(),
  )

const table =
  '| 名前 | size | words |\n|:--|--:|:-:|\n| あ | 10 | x |\n| b | 2000 | `y|z` **w** |\n'

test('columns stand under each other, also with wide characters', (t) => {
  t.deepEqual(texts(table, 40), [
    '┌──────┬──────┬───────┐',
    '│ 名前 │ size │ words │',
    '├──────┼──────┼───────┤',
    '│ あ   │   10 │   x   │',
    '│ b    │ 2000 │  `y   │',
    '└──────┴──────┴───────┘',
  ])
})

test('cells are wrapped, at <br> too, and rows of several lines are kept apart', (t) => {
  t.deepEqual(texts('|a|b|\n|-|-|\n|one<br>two|three four five|\n|c|\n', 20), [
    '┌─────┬────────────┐',
    '│ a   │ b          │',
    '├─────┼────────────┤',
    '│ one │ three four │',
    '│ two │ five       │',
    '├─────┼────────────┤',
    '│ c   │            │',
    '└─────┴────────────┘',
  ])
})

test('where columns get too narrow, each row is a list under the names of the head', (t) => {
  t.deepEqual(texts(`${table}| only |\n`, 18), [
    '名前: あ',
    'size: 10',
    'words: x',
    '────────',
    '名前: b',
    'size: 2000',
    'words: `y',
    '────────',
    '名前: only',
    'size:',
    'words:',
  ])
})

test('a table without rows yet shows its head', (t) => {
  t.deepEqual(texts('|a|b|\n|-|-|', 20), ['┌───┬───┐', '│ a │ b │', '└───┴───┘'])
})

test('narrow columns get what they need, the others share the rest', (t) => {
  t.deepEqual(columnWidths([3, 3, 40], 40), [3, 3, 24])
  t.deepEqual(columnWidths([30, 3, 40], 40), [13, 3, 13])
  t.deepEqual(columnWidths([3, 3], 40), [3, 3])
  t.is(columnWidths([30, 30, 30], 30), undefined)
  t.is(columnWidths([], 30), undefined)
})
