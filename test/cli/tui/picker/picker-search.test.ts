import test from 'ava'
import fc from 'fast-check'
import type { Message } from '../../../../cli/tui/message.js'
import {
  type Picker,
  picker,
  selectedRow,
  updatePicker,
} from '../../../../cli/tui/picker/picker.js'
import { aroundFinds } from '../../../../cli/tui/picker/picker-finds.js'
import { hearPicker } from '../../../../cli/tui/picker/picker-news.js'
import type { PickerRow } from '../../../../cli/tui/picker/picker-row.js'
import { viewPicker } from '../../../../cli/tui/picker/picker-view.js'
import { safeLine } from '../../../../cli/tui/text/safe-text.js'
import { textWidth } from '../../../../cli/tui/text/width.js'
import { fcOptions } from '../../../support/rounds.js'
import { frameText } from '../../../support/tui-given.js'

const rowOf = (n: number, detail: string, place = `/work/${n}`) => ({
  id: `0192aaaa-0000-7000-8000-00000000000${n}`,
  name: `0192aaaa-000${n}`,
  age: `${n} h ago`,
  place,
  detail,
})

const words = [
  'ﾃｽﾄの質問 → はい',
  'Fix the Parser → Done',
  'か\u3099くせい',
  'README を読む',
  '👨‍👩‍👧 emoji',
]
const rows = words.map((detail, n) => rowOf(n, detail))
const start = picker({ size: { width: 60, height: 20 }, title: 'Pick', rows, firstRows: 3 })

const key = (name: string): Message => ({ type: 'Key', name, atMs: 0, id: '' })
const text = (typed: string): Message => ({ type: 'Text', text: typed, atMs: 0, id: '' })

const after = (state: Picker, ...messages: ReadonlyArray<Message>): Picker =>
  messages.reduce((sum, message) => {
    const asked = updatePicker(sum, message)
    if (asked.type !== 'open') throw new Error(`the picker ended as ${asked.type}`)
    return asked.state
  }, state)

const found = (state: Picker): ReadonlyArray<number> => state.shown
const title = (state: Picker): string => frameText(viewPicker(state)).split('\n')[0] ?? ''

const searches: ReadonlyArray<readonly [typed: string, rows: ReadonlyArray<number>]> = [
  ['テスト', [0]],
  ['てすと', [0]],
  ['ﾃｽﾄ', [0]],
  ['がくせい', [2]],
  ['ガクセイ', [2]],
  ['ＰＡＲＳＥＲ', [1]],
  ['done fix', [1]],
  ['  fix   done ', [1]],
  ['/work/3', [3]],
  ['0192aaaa-0000-7000-8000-000000000004', [4]],
  ['👨‍👩‍👧', [4]],
  ['parser readme', []],
  ['.*', []],
]

for (const [typed, expected] of searches)
  test(`a search for ${typed} finds the rows that hold every word of it`, (t) => {
    t.deepEqual(found(after(start, text(typed))), expected)
    const pasted: Message = { type: 'Paste', text: typed, atMs: 0 }
    t.deepEqual(found(after(start, pasted)), expected)
  })

test('without a search the first rows are shown, with one all are looked through', (t) => {
  t.deepEqual(found(start), [0, 1, 2])
  t.deepEqual(found(after(start, text('/work'))), [0, 1, 2, 3, 4])
  t.deepEqual(found(after(start, text('/work'), key('Ctrl-U'))), [0, 1, 2])
})

const marked = (state: Picker): ReadonlyArray<string> =>
  viewPicker(state).lines.flatMap((line) =>
    line.filter(({ style }) => style === 'match').map(({ text: found }) => found),
  )

test('what a search has found is marked in the rows, in the form that stands there', (t) => {
  t.deepEqual(marked(start), [])
  t.deepEqual(marked(after(start, text('てすと'))), ['ﾃｽﾄ'])
  t.deepEqual(marked(after(start, text('がく'))), ['か\u3099く'])
  t.deepEqual(marked(after(start, text('done fix'))), ['Fix', 'Done'])
  t.deepEqual(marked(after(start, text('👨‍👩‍👧'))), ['👨‍👩‍👧'])
  t.deepEqual(marked(after(start, text('/work/3'))), ['/work/3'])
  t.deepEqual(marked(after(start, text('parser readme'))), [])
})

test('Backspace takes one character as people count them, Ctrl-W a word', (t) => {
  const typed = after(start, text('読む 👨‍👩‍👧か\u3099'))
  t.is(after(typed, key('Backspace')).filter, '読む 👨‍👩‍👧')
  t.is(after(typed, key('Backspace'), key('Backspace')).filter, '読む ')
  t.is(after(typed, key('Ctrl-W')).filter, '読む ')
  t.is(after(start, key('Backspace')).filter, '')
})

test('Esc ends the search first and leaves then, Ctrl-C leaves at once', (t) => {
  const typed = after(start, text('parser'))
  const cleared = after(typed, key('Escape'))
  t.deepEqual([cleared.filter, cleared.shown], ['', [0, 1, 2]])
  t.deepEqual(updatePicker(cleared, key('Escape')), { type: 'cancelled' })
  t.deepEqual(updatePicker(typed, key('Ctrl-C')), { type: 'cancelled' })
})

test('Enter picks from what was found, and nothing where nothing was', (t) => {
  const typed = after(start, key('Down'), key('Down'), text('parser'))
  t.deepEqual(updatePicker(typed, key('Enter')), { type: 'answered', answer: rows[1]?.id })
  const nothing = after(start, text('nowhere'))
  t.deepEqual(updatePicker(nothing, key('Enter')), { type: 'open', state: nothing })
})

test('PageUp and PageDown move by ten and stop at the ends', (t) => {
  const many = Array.from({ length: 25 }, (_, n) => ({ ...rowOf(1, ''), id: String(n) }))
  const long = picker({ size: { width: 60, height: 20 }, title: 'Pick', rows: many })
  t.is(after(long, key('PageDown')).selected, 10)
  t.is(after(long, key('PageDown'), key('PageDown'), key('PageDown')).selected, 24)
  t.is(after(long, key('PageDown'), key('PageUp'), key('PageUp')).selected, 0)
})

test('what was typed stands in the first line with the caret behind it', (t) => {
  const typed = after(start, text('日本'))
  t.is(title(typed), 'Search: 日本  0 of 0')
  t.deepEqual(viewPicker(typed).cursor, { row: 0, column: 12 })
  const narrow = after(start, { type: 'Resize', width: 20, height: 5 }, text('長い'.repeat(20)))
  t.is(title(narrow), 'い長い長い  0 of 0')
  t.is(viewPicker(narrow).cursor.row, 0)
})

test('a search that finds nothing says so and how it is cleared, at every size', (t) => {
  const none = picker({ ...start, hasPreviews: true })
  for (const [width, height] of [
    [10, 8],
    [20, 6],
    [40, 10],
    [80, 24],
    [200, 50],
  ] as const) {
    const state = after(none, { type: 'Resize', width, height }, text('nowhere'))
    const lines = frameText(viewPicker(state)).trimEnd().split('\n')
    const said = lines.join(' ').replace(/\s+/g, ' ')
    t.true(said.includes('Nothing found. Esc clears the search.'), said)
    t.true(lines.length <= 8, 'no pane is kept for a preview of nothing')
    t.regex(lines.at(-1) ?? '', /^(?:Esc to clear|Esc to cl…)$/)
  }
})

test('Esc is said to clear while something is searched, and to leave else', (t) => {
  const keys = (state: Picker) => frameText(viewPicker(state)).trimEnd().split('\n').at(-1)
  t.is(keys(start), 'Up/Down · Enter to pick · Esc to leave')
  t.is(keys(after(start, text('fix'))), 'Up/Down · Enter to pick · Esc to clear')
})

test('rows that come in later are found as well, and the choice stays on its row', (t) => {
  const reading = picker({ ...start, rows: rows.slice(0, 2), reading: 'first' })
  const typed = after(reading, text('0192'), key('Down'))
  t.is(title(typed), 'Search: 0192  2 of 2, searching what was said…')
  const more = hearPicker(typed, { type: 'rows', rows: rows.slice(2), reading: 'more' })
  t.deepEqual([more.shown.length, selectedRow(more)?.id], [5, rows[1]?.id])
  t.is(title(hearPicker(more, { type: 'rows', rows: [], reading: 'all' })), 'Search: 0192  2 of 5')
  t.is(
    title(hearPicker(more, { type: 'rows', rows: [], reading: 'part' })),
    'Search: 0192  2 of 5, the oldest was not searched',
  )
})

test('while rows still come in a search that found nothing says so', (t) => {
  const reading = hearPicker(start, { type: 'rows', rows: [], reading: 'more' })
  t.true(frameText(viewPicker(after(reading, text('nowhere')))).includes('Searching…'))
})

test('news of a row that is known take its place', (t) => {
  const news = { ...rowOf(1, 'paused now'), mark: 'paused' }
  const heard = hearPicker(after(start, key('Down')), {
    type: 'rows',
    rows: [news],
    reading: 'all',
  })
  t.is(heard.rows.length, 5)
  t.is(selectedRow(heard)?.mark, 'paused')
  t.deepEqual(found(after(heard, text('parser'))), [])
})

const wide = 'あいうえお '.repeat(20)
const far = `start ${'x '.repeat(60)}needle ${'y '.repeat(60)}第二の針 end`

const hidden: ReadonlyArray<readonly [what: string, row: Partial<PickerRow>, typed: string]> = [
  ['behind the cut of the last words', { detail: far }, 'needle'],
  ['in two places far from each other', { detail: far }, '針 needle'],
  ['across the cut', { detail: `${'x'.repeat(38)}needle and more of it` }, 'needle'],
  ['in the words of a blocked row', { detail: far, blocked: wide }, 'needle'],
  ['at the beginning of a long folder', { place: `/needle/${'deep/'.repeat(30)}` }, '/needle/'],
  ['behind a long mark', { detail: far, mark: 'live in a Pod · ended with an error' }, 'needle'],
  ['in the part of the id that is not shown', {}, '000000000007'],
]

for (const [what, row, typed] of hidden)
  test(`a row shows the words that were found ${what}, at every size`, (t) => {
    const rows = [
      { ...rowOf(7, wide), ...row },
      ...Array.from({ length: 9 }, (_, n) => rowOf(n, '')),
    ]
    for (const [width, height] of [
      [60, 20],
      [80, 24],
      [200, 50],
      [60, 3],
      [46, 3],
    ] as const) {
      const state = after(picker({ size: { width, height }, title: 'Pick', rows }), text(typed))
      const shown = frameText(viewPicker(state))
      const below = shown.split('\n').slice(1).join('\n')
      for (const word of typed.split(' ')) t.true(below.includes(word), `${width}:\n${shown}`)
    }
  })

test('words that were found are in the line, and no line is too wide, wherever they stand', (t) => {
  const piece = fc.oneof(
    fc.constant('日本語'),
    fc.constant('👩‍👩‍👧'),
    fc.constant('か\u3099'),
    fc.string(),
  )
  const filler = fc.array(piece, { maxLength: 60 }).map((parts) => safeLine(parts.join('')))
  t.notThrows(() =>
    fc.assert(
      fc.property(filler, filler, filler, fc.nat(60), (a, b, c, more) => {
        const line = `${a}needle-1${b}ニードル二${c}`
        const columns = 2 * (10 + 2) + 1 + more
        const shown = aroundFinds('needle-1 にーどる二', line, columns)
        const narrow = aroundFinds('needle-1', line, more)
        return (
          shown.includes('needle-1') &&
          shown.includes('ニードル二') &&
          textWidth(shown) <= columns &&
          textWidth(narrow) <= more
        )
      }),
      fcOptions(),
    ),
  )
})
