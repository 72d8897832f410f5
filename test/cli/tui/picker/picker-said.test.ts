import test from 'ava'
import fc from 'fast-check'
import { lineWidth } from '../../../../cli/tui/frame.js'
import type { Message } from '../../../../cli/tui/message.js'
import {
  type Picker,
  picker,
  selectedRow,
  updatePicker,
} from '../../../../cli/tui/picker/picker.js'
import { hearPicker } from '../../../../cli/tui/picker/picker-news.js'
import { nothingSaid, type SaidSearch } from '../../../../cli/tui/picker/picker-row.js'
import { viewPicker } from '../../../../cli/tui/picker/picker-view.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'
import { frameText } from '../../../support/tui-given.js'

const rows = ['a', 'b', 'c'].map((id) => ({
  id,
  name: id,
  age: '1 h ago',
  place: `/work/${id}`,
  detail: `question ${id} → answer ${id}`,
}))

const size = { width: 60, height: 9 }
const start = picker({ size, title: 'Pick', rows, said: nothingSaid })

const typing = (state: Picker, text: string): Picker => {
  const message: Message = { type: 'Text', text, atMs: 0, id: '' }
  const asked = updatePicker(state, message)
  return asked.type === 'open' ? asked.state : state
}

const told = (state: Picker, found: Record<string, string>, more: Partial<SaidSearch> = {}) =>
  hearPicker(state, {
    type: 'said',
    filter: state.filter,
    reading: 'all',
    found: new Map(Object.entries(found)),
    ...more,
  })

const ids = ({ rows: all, shown }: Picker) => shown.map((index) => all[index]?.id)
const screen = (state: Picker) => frameText(viewPicker(state)).trimEnd().split('\n')

test('a session in which the words were said is shown with the line that holds them', (t) => {
  const typed = typing(start, '字句')
  t.deepEqual(ids(typed), [])
  t.is(screen(typed)[0], 'Search: 字句  0 of 0, searching what was said…')
  const found = told(typed, { b: '> なぜ字句解析は止まる？' })
  t.deepEqual(ids(found), ['b'])
  t.deepEqual(screen(found), [
    'Search: 字句  1 of 1',
    '',
    '> b  1 h ago  /work/b',
    '    > なぜ字句解析は止まる？',
    'Up/Down · Enter to pick · Esc to clear',
  ])
})

test('what a row shows is found at once, and keeps its last words', (t) => {
  const typed = typing(start, 'question b')
  t.deepEqual(ids(typed), ['b'])
  const found = told(typed, { b: '→ …of question b…', c: '> like question b?' })
  t.deepEqual(ids(found), ['b', 'c'])
  t.true(screen(found).join('\n').includes('question b → answer b'))
})

test('what was found for fewer letters stays while it holds more of them', (t) => {
  const found = told(typing(start, 'tok'), { a: '> count tokens', c: '→ a toker' })
  t.deepEqual(ids(found), ['a', 'c'])
  const longer = typing(found, 'en')
  t.deepEqual(ids(longer), ['a'])
  t.regex(screen(longer)[0] ?? '', /searching what was said…$/)
})

test('a search that passed over what is oldest says so, also where it found nothing', (t) => {
  const typed = typing(start, 'nowhere')
  t.is(
    screen(told(typed, {}, { reading: 'part' }))[0],
    'Search: nowhere  0 of 0, the oldest was not searched',
  )
  t.regex(
    screen(told(typed, {}, { reading: 'part' })).join('\n'),
    /Nothing found in the newest\. Esc clears/,
  )
  const at = (width: number) =>
    screen(told({ ...typed, size: { width, height: 9 } }, {}, { reading: 'part' }))[0]
  t.is(at(33), 'Search: nowhere  0 of 0, not all')
  t.is(at(20), 'nowhere  0 of 0+')
})

test('a row that comes later is found by what was said in it', (t) => {
  const few = picker({ size, title: 'Pick', rows: rows.slice(0, 1), said: nothingSaid })
  const found = told(typing(few, 'token'), { c: '> a token' })
  t.deepEqual(ids(found), [])
  t.deepEqual(ids(hearPicker(found, { type: 'rows', rows: rows.slice(1), reading: 'all' })), ['c'])
})

test('the first row of a search is selected until somebody moves, whatever is found above', (t) => {
  const found = told(typing(start, 'token'), { c: '> a token' }, { reading: 'more' })
  const more = told(found, { a: '> two tokens' })
  t.deepEqual([ids(more), selectedRow(more)?.id], [['a', 'c'], 'a'])
})

test('a row that somebody moved to stays selected when sessions are found above it', (t) => {
  const found = told(typing(start, 'token'), { c: '> a token' }, { reading: 'more' })
  const chosen = updatePicker(found, { type: 'Key', name: 'Down', atMs: 0, id: '' })
  t.is(chosen.type, 'open')
  const more = told(chosen.type === 'open' ? chosen.state : start, { a: '> two tokens' })
  t.deepEqual([ids(more), selectedRow(more)?.id], [['a', 'c'], 'c'])
})

test('a find far to the right is in view, with what stands around it', (t) => {
  const line = `> ${'あ'.repeat(100)} the token ${'い'.repeat(50)}`
  const found = told(typing({ ...start, size: { width: 40, height: 9 } }, 'token'), { b: line })
  t.regex(screen(found)[3] ?? '', /^    …あ+ the token い+…$/)
})

test('finds of any text keep to the size', (t) => {
  fc.assert(
    fc.property(
      fc.tuple(anyText, anyText),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 30 }),
      ([words, line], width, height) => {
        const state = { ...start, size: { width, height } }
        const found = told(typing(state, words), { a: line, b: words, c: line + words })
        const { lines } = viewPicker(found)
        t.is(lines.length, height)
        for (const one of lines) t.true(lineWidth(one) <= width)
      },
    ),
    fcOptions(3),
  )
})
