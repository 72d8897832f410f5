import test from 'ava'
import fc from 'fast-check'
import {
  type NameDialog,
  type NameStep,
  nameDialog,
  updateNameDialog,
} from '../../../../cli/tui/dialog/name-dialog.js'
import { viewNameDialog } from '../../../../cli/tui/dialog/name-dialog-view.js'
import { lineWidth } from '../../../../cli/tui/frame.js'
import type { Message } from '../../../../cli/tui/message.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'
import { frameText } from '../../../support/tui-given.js'

const start = nameDialog({
  size: { width: 40, height: 10 },
  title: 'Name the Pod',
  place: '~/work',
  name: 'work',
  fault: undefined,
  faultOf: (name) => (name.includes('/') ? 'A name has no slash.' : undefined),
})

const key = (name: string): Message => ({ type: 'Key', name, atMs: 0, id: '' })
const text = (words: string): Message => ({ type: 'Text', text: words, atMs: 0, id: '' })

const after = (...messages: ReadonlyArray<Message>): NameStep =>
  messages.reduce<NameStep>(
    (step, message) => (step.type === 'open' ? updateNameDialog(step.state, message) : step),
    { type: 'open', state: start },
  )

const stateOf = (step: NameStep): NameDialog => {
  if (step.type !== 'open') throw new Error(`the dialog ended as ${step.type}`)
  return step.state
}

test('Enter takes the default name', (t) => {
  t.deepEqual(after(key('Enter')), { type: 'answered', answer: 'work' })
})

test('a name is edited by clusters and given as NFC without blanks around it', (t) => {
  const typed = after(key('Ctrl-U'), text(' か\u3099x'), key('Backspace'), key('Enter'))
  t.deepEqual(typed, { type: 'answered', answer: 'が' })
})

test('every key that cuts in the editor cuts in the field', (t) => {
  const cut = (...keys: ReadonlyArray<string>) =>
    after(text(' my-lab'), ...keys.map(key), text('x'), key('Enter'))
  t.deepEqual(cut('Ctrl-W'), { type: 'answered', answer: 'work x' })
  t.deepEqual(cut('Alt-Backspace'), { type: 'answered', answer: 'work my-x' })
  t.deepEqual(cut('Alt-Left', 'Alt-D'), { type: 'answered', answer: 'work my-x' })
  t.deepEqual(cut('Ctrl-A', 'Ctrl-K'), { type: 'answered', answer: 'x' })
})

test('a bad name is said as it is typed, stays, and goes when it is mended', (t) => {
  const refused = stateOf(after(text('/x')))
  t.true(frameText(viewNameDialog(refused)).includes('A name has no slash.'))
  t.true(frameText(viewNameDialog(refused)).includes('work/x'))
  const again = stateOf(updateNameDialog(refused, key('Enter')))
  t.deepEqual(again, refused)
  const shorter = stateOf(updateNameDialog(refused, key('Backspace')))
  t.true(frameText(viewNameDialog(shorter)).includes('slash'))
  const state = stateOf(updateNameDialog(shorter, key('Backspace')))
  t.false(frameText(viewNameDialog(state)).includes('slash'))
})

test('Esc and Ctrl-C cancel', (t) => {
  for (const name of ['Escape', 'Ctrl-C']) t.deepEqual(after(key(name)), { type: 'cancelled' })
})

test('a pasted name is one line', (t) => {
  const pasted = after(key('Ctrl-U'), { type: 'Paste', text: 'a\nb', atMs: 0 }, key('Enter'))
  t.deepEqual(pasted, { type: 'answered', answer: 'a b' })
})

test('the dialog fits any size', (t) => {
  fc.assert(
    fc.property(
      anyText,
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 60 }),
      (name, width, height) => {
        const sized: Message = { type: 'Resize', width, height }
        const state = stateOf(after(sized, text(name), text('/'), key('Enter')))
        const frame = viewNameDialog(state)
        t.is(frame.lines.length, height)
        for (const line of frame.lines) t.true(lineWidth(line) <= width)
        t.true(frame.cursor.column < width && frame.cursor.row < height)
      },
    ),
    fcOptions(5),
  )
})
