import test from 'ava'
import fc from 'fast-check'
import type { Asked } from '../../../../cli/tui/dialog/dialog.js'
import { lineWidth } from '../../../../cli/tui/frame.js'
import type { Message } from '../../../../cli/tui/message.js'
import { type Picker, picker, updatePicker } from '../../../../cli/tui/picker/picker.js'
import { viewPicker } from '../../../../cli/tui/picker/picker-view.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'
import { frameText } from '../../../support/tui-given.js'

const rows = [
  {
    id: 'a',
    name: '01920000-aaaa',
    age: '2 min ago',
    place: '/work/a',
    detail: 'What is here? → Two files.',
  },
  {
    id: 'b',
    name: '01910000-bbbb',
    age: '3 h ago',
    mark: 'live in lab',
    place: '/work/b',
    detail: '日本語テスト → はい',
  },
  {
    id: 'c',
    name: '01900000-cccc',
    age: '9 d ago',
    place: '/work/c',
    detail: '',
    blocked: 'line 3: prev is not the hash before',
    advice: 'yoi verify d tells why',
  },
]

const start = picker({ size: { width: 60, height: 20 }, title: 'Resume a session', rows })

const key = (name: string): Message => ({ type: 'Key', name, atMs: 0, id: '' })

const after = (...messages: ReadonlyArray<Message>): Asked<Picker, string> =>
  messages.reduce<Asked<Picker, string>>(
    (step, message) => (step.type === 'open' ? updatePicker(step.state, message) : step),
    { type: 'open', state: start },
  )

const shown = (step: Asked<Picker, string>): string =>
  step.type === 'open' ? frameText(viewPicker(step.state)) : step.type

test('Enter picks the first row, Down and Up move the choice', (t) => {
  t.deepEqual(after(key('Enter')), { type: 'answered', answer: 'a' })
  t.deepEqual(after(key('Down'), key('Enter')), { type: 'answered', answer: 'b' })
  t.deepEqual(after(key('Down'), key('Up'), key('Up'), key('Enter')), {
    type: 'answered',
    answer: 'a',
  })
})

test('a row that cannot be picked shows its reason and stays open', (t) => {
  const refused = after(key('Down'), key('Down'), key('Down'), key('Enter'))
  t.is(refused.type, 'open')
  t.true(shown(refused).includes('line 3: prev is not the hash before'))
  t.true(shown(refused).includes('It cannot be picked: yoi verify d tells why.'))
  t.deepEqual(updatePicker((refused as { state: Picker }).state, key('Escape')), {
    type: 'cancelled',
  })
})

test('Esc and Ctrl-C leave', (t) => {
  for (const name of ['Escape', 'Ctrl-C']) t.deepEqual(after(key(name)), { type: 'cancelled' })
})

test('the wheel moves the choice as Up and Down do', (t) => {
  t.deepEqual(after(key('Wheel-Down'), key('Enter')), { type: 'answered', answer: 'b' })
})

test('a picker whose rows a search has narrowed picks from those that are left', (t) => {
  const narrowed = { ...start, shown: [1] }
  t.is(
    frameText(viewPicker(narrowed)).split('\n').slice(0, 3).join('\n'),
    'Resume a session  1 of 1  type to search\n\n> 01910000-bbbb  3 h ago  /work/b  live in lab',
  )
  t.deepEqual(updatePicker(narrowed, key('Enter')), { type: 'answered', answer: 'b' })
  const none = { ...start, shown: [] }
  t.deepEqual(updatePicker(none, key('Enter')), { type: 'open', state: none })
  t.is(frameText(viewPicker(none)).split('\n')[0], 'Resume a session  0 of 0  type to search')
})

test('the picker fits any size, and the choice is always in view', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyText, anyText, fc.boolean()), { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 10 }),
      (texts, width, height, downs) => {
        const many = texts.map(([text, more, isBlocked], n) => ({
          id: String(n),
          name: text,
          age: more,
          mark: text,
          place: more,
          detail: text,
          ...(isBlocked ? { blocked: more } : {}),
        }))
        const first = picker({ size: { width, height }, title: 'Pick', rows: many })
        const state = openAfter(first, ...Array.from({ length: downs }, () => key('Down')))
        const entered = updatePicker(state, key('Enter'))
        const frame = viewPicker(entered.type === 'open' ? entered.state : state)
        t.is(frame.lines.length, height)
        for (const line of frame.lines) t.true(lineWidth(line) <= width)
        t.true(frame.cursor.row < height && frame.cursor.column < width)
        const at = frameText(frame).split('\n')[frame.cursor.row] ?? ''
        t.true(at.startsWith(width > 1 ? '>' : '…'))
      },
    ),
    fcOptions(3),
  )
})

const openAfter = (start: Picker, ...messages: ReadonlyArray<Message>): Picker =>
  messages.reduce((state, message) => {
    const moved = updatePicker(state, message)
    return moved.type === 'open' ? moved.state : state
  }, start)
