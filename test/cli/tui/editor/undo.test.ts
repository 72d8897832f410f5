import test from 'ava'
import fc from 'fast-check'
import { chipLabel } from '../../../../cli/tui/editor/chip.js'
import type { Editor } from '../../../../cli/tui/editor/editor.js'
import { undo } from '../../../../cli/tui/editor/undo.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { limits } from '../../../../domain/limits.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'
import { attached, type Play, play, screenText } from '../../../support/tui-given.js'

const shown = ({ editor }: TuiState): string =>
  editor.atoms.map((atom) => (typeof atom === 'string' ? atom : chipLabel(atom))).join('')

const letters = (text: string): ReadonlyArray<string> => Array.from(text, (char) => `'${char}`)

/** What each undo shows, until it changes nothing. */
const undone = (state: TuiState): ReadonlyArray<string> => {
  const before = play(state, 'Ctrl-_').state
  return before.editor === state.editor ? [] : [shown(before), ...undone(before)]
}

test('undo takes typing back word by word', (t) => {
  t.deepEqual(undone(play(attached(), ...letters('one two  three')).state), [
    'one two  ',
    'one ',
    '',
  ])
  t.deepEqual(undone(play(attached(), ...letters('今日は、晴れ')).state), [
    '今日は、晴',
    '今日は、',
    '今日',
    '',
  ])
})

test('undo takes deleting back word by word', (t) => {
  const back = Array.from({ length: 5 }, () => 'Backspace')
  t.deepEqual(undone(play(attached(), "'one two", ...back).state).slice(0, 2), ['one ', 'one two'])
  const forward = Array.from({ length: 4 }, () => 'Delete')
  t.deepEqual(undone(play(attached(), "'ab cd", 'Home', ...forward).state).slice(0, 2), [
    'cd',
    'ab cd',
  ])
})

const paste: Play = { type: 'Paste', text: 'x\ny\nz\n\n', atMs: 1 }

test('a paste, a cut, what came back and a newline are one step each', (t) => {
  const { state } = play(attached(), "'ab ", paste, 'Ctrl-U', 'Ctrl-Y', ...letters('c'), 'Ctrl-W')
  t.deepEqual(undone(state), [
    'ab [Clipboard #1 | 7 chars, 4 lines]c',
    'ab [Clipboard #1 | 7 chars, 4 lines]',
    '',
    'ab [Clipboard #1 | 7 chars, 4 lines]',
    'ab ',
    '',
  ])
})

test('Alt-U cuts the whole draft wherever the caret is; Ctrl-Y and undo bring it back', (t) => {
  const { state } = play(
    attached(),
    "'日本 ",
    paste,
    'Ctrl-J',
    "'two",
    'Ctrl-W',
    "'2",
    'Ctrl-A',
    'Up',
  )
  const cut = play(state, 'Alt-U').state
  t.is(shown(cut), '')
  t.true(screenText(cut).includes('All is cut: Ctrl-Y puts it back.'))
  for (const key of ['Ctrl-Y', 'Ctrl-_']) t.is(shown(play(cut, key).state), shown(state), key)
  t.is(shown(play(cut, 'Ctrl-Y', 'Alt-Y').state), 'two', 'the cut before it is one of its own')
  t.is(play(cut, 'Ctrl-_').state.editor.caret, state.editor.caret)
  t.is(play(attached(), 'Alt-U').state.hint, undefined)
})

test('Alt-U on an earlier input leaves what was being typed among the inputs', (t) => {
  const sent = play(attached(), "'earlier", 'Enter').state
  const cut = play(sent, "'draft", 'Up', 'Alt-U').state
  t.is(shown(cut), '')
  t.is(shown(play(cut, 'Up').state), 'draft')
})

test('redo does again what was undone, until something else is typed', (t) => {
  const undoneTwice = play(attached(), ...letters('one two'), 'Ctrl-_', 'Ctrl-_').state
  t.is(shown(undoneTwice), '')
  t.is(shown(play(undoneTwice, 'Alt-_').state), 'one ')
  t.is(shown(play(undoneTwice, 'Alt-_', 'Alt-_', 'Alt-_').state), 'one two')
  t.is(shown(play(undoneTwice, 'Alt-_', "'!", 'Alt-_').state), 'one !')
})

test('undo puts the caret where it was', (t) => {
  const { state } = play(attached(), "'abc", 'Left', 'Left', 'Ctrl-K', 'Ctrl-_')
  t.deepEqual([shown(state), state.editor.caret], ['abc', 1])
})

test('what was sent cannot be undone into the editor', (t) => {
  const { state } = play(attached(), "'sent", 'Enter', 'Ctrl-_')
  t.is(shown(state), '')
})

test('undo within an earlier input ends where that began, and the draft has its own', (t) => {
  const entered = play(attached(), "'first", 'Enter', ...letters('my draft'), 'Up').state
  const changed = play(entered, ...letters('!')).state
  t.deepEqual(undone(changed), ['first'])
  t.deepEqual(undone(play(entered, 'Down').state), ['my ', ''])
})

test('cuts without another key between are one, and Alt-Y goes round all of them', (t) => {
  const words = play(attached(), "'a b c d", 'Alt-Backspace', 'Alt-Backspace').state
  t.is(shown(words), 'a b ')
  t.is(shown(play(words, 'Ctrl-Y').state), 'a b c d')
  const { state } = play(words, 'Home', 'Ctrl-K', 'Ctrl-Y')
  t.is(shown(state), 'a b ')
  t.is(shown(play(state, 'Alt-Y').state), 'c d')
  t.is(shown(play(state, 'Alt-Y', 'Alt-Y').state), 'a b ')
  t.is(shown(play(state, 'Alt-Y', 'Left', 'Alt-Y').state), 'c d')
})

test('cuts to both sides keep the order of the text', (t) => {
  const { state } = play(attached(), "'one two three", 'Alt-B', 'Alt-B', 'Alt-D', 'Alt-Backspace')
  t.is(shown(state), ' three')
  t.is(shown(play(state, 'Ctrl-Y').state), 'one two three')
})

test('Ctrl-W cuts back to a blank, Alt-Backspace a word, as a shell does', (t) => {
  const path = play(attached(), "'cat src/main.ts").state
  t.is(shown(play(path, 'Ctrl-W').state), 'cat ')
  t.is(shown(play(path, 'Alt-Backspace').state), 'cat src/main.')
})

const keys = [
  'Backspace',
  'Delete',
  'Left',
  'Home',
  'Ctrl-W',
  'Ctrl-K',
  'Ctrl-Y',
  'Alt-Y',
  'Alt-Left',
  'Alt-Enter',
  'Alt-Backspace',
] as const

test('undo to the beginning and redo to the end give every text again', (t) => {
  const one = fc.oneof(
    fc.constantFrom<Play>(...keys, paste),
    anyText.filter((text) => text !== '').map((text): Play => `'${text}`),
  )
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (plays) => {
      const { state } = play(attached(), ...plays)
      const steps = state.editor.changes.past.length
      const all = Array.from({ length: steps }, () => 'Ctrl-_')
      const start = play(state, ...all).state
      t.deepEqual(start.editor.atoms, [])
      const again = play(start, ...all.map(() => 'Alt-_')).state
      t.deepEqual(again.editor.atoms, state.editor.atoms)
    }),
    fcOptions(10),
  )
})

test('what undo keeps has an end, and the newest step is always there', (t) => {
  const many = play(
    attached(),
    ...Array.from({ length: limits.undoStepsMax + 20 }, (): Play => paste),
  ).state
  t.is(many.editor.changes.past.length, limits.undoStepsMax)
  const large: Play = { type: 'Paste', text: 'x\n'.repeat(1_500_000), atMs: 1 }
  const { editor } = play(attached(), large, large, large).state
  const lastUndone: Editor = undo(editor)
  t.is(editor.changes.past.length, 2)
  t.is(lastUndone.atoms.length, 2)
})
