import test from 'ava'
import fc from 'fast-check'
import { lineWidth } from '../../../../cli/tui/frame.js'
import type { Message } from '../../../../cli/tui/message.js'
import { type Picker, picker, updatePicker } from '../../../../cli/tui/picker/picker.js'
import { hearPicker } from '../../../../cli/tui/picker/picker-news.js'
import { viewPicker } from '../../../../cli/tui/picker/picker-view.js'
import { fold } from '../../../../domain/projection.js'
import { itemsFrom } from '../../../../projections/transcript/sequence.js'
import { transcript } from '../../../../projections/transcript/transcript.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'
import { firstTurn, recordsOf, someSession } from '../../../support/story.js'
import { frameText } from '../../../support/tui-given.js'

const blocksOf = (question: string, answer: string) =>
  itemsFrom(0, fold(transcript, recordsOf(firstTurn(someSession(1), question, answer))).blocks)

const rows = ['a', 'b', 'c'].map((id) => ({
  id,
  name: `0192-${id}`,
  age: '2 h ago',
  place: '/work',
  detail: `words of ${id}`,
}))

const given = (width: number, height: number): Picker =>
  hearPicker(picker({ size: { width, height }, title: 'Pick', rows, hasPreviews: true }), {
    type: 'preview',
    id: 'a',
    of: {
      facts: [
        { text: 'the whole id', style: 'bold' },
        { text: `/home/ann/${'深い/'.repeat(60)}終わり`, style: 'dim', isPath: true },
      ],
      blocks: blocksOf('何がありますか', 'Two files, and 日本語.'),
    },
  })

const lines = (state: Picker): ReadonlyArray<string> => frameText(viewPicker(state)).split('\n')

test('on a wide screen the preview stands beside the list', (t) => {
  const shown = lines(given(120, 12))
  t.true(
    shown.every((line, row) => row === 11 || line.slice(54).includes('│') || line.includes('│')),
  )
  t.regex(shown[0] ?? '', /^Pick {2}1 of 3 {2}type to search +│ the whole id$/)
  t.regex(shown[1] ?? '', /│ ….*終わり$/)
  t.true(shown.join('\n').includes('│ > 何がありますか'))
  t.is(shown.at(-1), 'Up/Down · Enter to pick · Esc to leave')
})

test('on a narrow one it stands below, where the list leaves room', (t) => {
  const shown = lines(given(60, 20))
  t.is(shown[9], '─'.repeat(60))
  t.is(shown[10], 'the whole id')
  t.regex(shown[11] ?? '', /^….*終わり$/)
  t.is(shown[12], '─'.repeat(60))
  t.is(shown.at(-1), 'Up/Down · Enter to pick · Esc to leave')
})

test('on a low one there is none, and of another row than the selected one neither', (t) => {
  t.false(lines(given(60, 10)).join('\n').includes('the whole id'))
  t.false(lines(given(120, 6)).join('\n').includes('the whole id'))
  const moved = updatePicker(given(120, 12), { type: 'Key', name: 'Down', atMs: 0, id: '' })
  t.true(moved.type === 'open' && !lines(moved.state).join('\n').includes('the whole id'))
})

test('what is wrong is shown whole before anything that was said', (t) => {
  const facts = ['one', 'two', 'three', 'four'].map((text) => ({ text, style: 'error' as const }))
  const preview = { facts, blocks: blocksOf('question', 'answer') }
  const state = hearPicker(given(60, 18), { type: 'preview', id: 'a', of: preview })
  t.deepEqual(lines(state).slice(10, 14), ['one', 'two', 'three', 'four'])
})

const anyRow = fc.record({
  name: anyText,
  age: anyText,
  mark: anyText,
  place: anyText,
  detail: anyText,
})

test('any rows, previews and searches fit any size', (t) => {
  fc.assert(
    fc.property(
      fc.array(anyRow, { maxLength: 12 }),
      fc.tuple(anyText, anyText, anyText),
      fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 60 })),
      fc.integer({ min: 0, max: 12 }),
      (texts, [typed, fact, answer], [width, height], downs) => {
        const many = texts.map((row, n) => ({ id: String(n), ...row }))
        const first = picker({
          size: { width, height },
          title: fact,
          rows: many,
          hasPreviews: true,
        })
        const of = {
          facts: [
            { text: fact, style: 'bold' as const },
            { text: fact, style: 'dim' as const, isPath: true },
          ],
          blocks: blocksOf(typed, answer),
        }
        const heard = hearPicker(first, { type: 'preview', id: '0', of })
        const keys: ReadonlyArray<Message> = [
          { type: 'Text', text: typed.slice(0, downs), atMs: 0, id: '' },
          ...Array.from({ length: downs % 4 }, () => downKey),
        ]
        for (const state of [heard, keys.reduce(openAfter, heard)]) {
          const frame = viewPicker(state)
          t.is(frame.lines.length, height)
          for (const line of frame.lines) t.true(lineWidth(line) <= width)
          t.true(frame.cursor.row < height && frame.cursor.column < width)
        }
      },
    ),
    fcOptions(3),
  )
})

const downKey: Message = { type: 'Key', name: 'Down', atMs: 0, id: '' }

const openAfter = (state: Picker, message: Message): Picker => {
  const asked = updatePicker(state, message)
  return asked.type === 'open' ? asked.state : state
}
