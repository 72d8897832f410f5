import test from 'ava'
import fc from 'fast-check'
import type { Asked } from '../../../cli/tui/dialog.js'
import { lineWidth } from '../../../cli/tui/frame.js'
import type { Message } from '../../../cli/tui/message.js'
import { type Picker, picker, updatePicker, viewPicker } from '../../../cli/tui/picker.js'
import { anyText } from '../../support/any-text.js'
import { fcOptions } from '../../support/rounds.js'
import { frameText } from '../../support/tui-given.js'

const rows = [
  { id: 'a', head: '01920000  2 min ago  /work/a', detail: 'What is here? → Two files.' },
  { id: 'b', head: '01910000  3 h ago  /work/b', detail: '日本語テスト → はい' },
  {
    id: 'c',
    head: '01900000  9 d ago',
    detail: '',
    blocked: 'line 3: prev is not the hash before',
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
  t.deepEqual(updatePicker((refused as { state: Picker }).state, key('Escape')), {
    type: 'cancelled',
  })
})

test('Esc and Ctrl-C leave', (t) => {
  for (const name of ['Escape', 'Ctrl-C']) t.deepEqual(after(key(name)), { type: 'cancelled' })
})

test('every row shows its id, age, folder and last words', (t) => {
  for (const { head, detail } of rows.slice(0, 2)) {
    t.true(shown(after()).includes(head))
    t.true(shown(after()).includes(detail))
  }
})

test('the picker fits any size, and the choice is always in view', (t) => {
  fc.assert(
    fc.property(
      fc.array(anyText, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 40 }),
      (texts, width, height) => {
        const many = texts.map((text, n) => ({ id: String(n), head: text, detail: text }))
        let state = picker({ size: { width, height }, title: 'Pick', rows: many })
        for (const _ of texts) {
          const frame = viewPicker(state)
          t.is(frame.lines.length, height)
          for (const line of frame.lines) t.true(lineWidth(line) <= width)
          t.true(frame.cursor.row < height)
          if (height > 6 && width > 3)
            t.is(frame.lines[frame.cursor.row]?.[0]?.text.startsWith('>'), true)
          const moved = updatePicker(state, key('Down'))
          if (moved.type === 'open') state = moved.state
        }
      },
    ),
    fcOptions(3),
  )
})
