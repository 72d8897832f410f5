import test from 'ava'
import type { TuiState } from '../../../../cli/tui/state.js'
import { textOf } from '../../../../domain/segment.js'
import {
  attached,
  editorText,
  type Play,
  play,
  refusal,
  screenText,
  sends,
} from '../../../support/tui-given.js'

const edited = (text: string | undefined): Play => ({ type: 'Edited', text, atMs: 5 })
const paste: Play = { type: 'Paste', text: 'a\nb\n', atMs: 1 }
const label = '[Clipboard #1 | 4 chars, 2 lines]'

const given = (state: TuiState): string | undefined =>
  play(state, 'Ctrl-G').commands.flatMap((one) => (one.type === 'EditOutside' ? [one.text] : []))[0]

test('the text that comes back takes the place of the old one, as one step of undo', (t) => {
  const { state } = play(attached(), "'old \\@text", 'Left')
  t.is(given(state), 'old \\@text')
  const back = play(state, 'Ctrl-G', edited('new\ntext')).state
  t.is(editorText(back), 'new\ntext')
  t.deepEqual(play(back, 'Ctrl-_').state.editor.atoms, state.editor.atoms)
})

test('chips go by their labels and come back as chips, wherever they are put', (t) => {
  const { state } = play(attached(), "'see ", paste)
  t.is(given(state), `see ${label}`)
  const back = play(state, 'Ctrl-G', edited(`${label} first, ${label}`)).state
  t.is(editorText(back), 'a\nb\n first, a\nb\n')
  t.is(back.editor.atoms.filter((atom) => typeof atom !== 'string').length, 2)
})

test('a chip whose label was changed or deleted is back with undo', (t) => {
  const { state } = play(attached(), paste, 'Ctrl-G', edited(label.replace('#1', '#7')))
  t.is(editorText(state), label.replace('#1', '#7'))
  t.is(editorText(play(state, 'Ctrl-_').state), 'a\nb\n')
})

test('an unchanged text is no step, and neither is an editor that failed', (t) => {
  const { state } = play(attached(), "'text")
  for (const text of ['text', undefined]) {
    const back = play(state, 'Ctrl-G', edited(text)).state
    t.is(back.editor, state.editor)
    t.is(given(back), 'text')
  }
  const said = play(state, 'Ctrl-G', edited(undefined), { type: 'Said', text: 'no vi', atMs: 9 })
  t.true(screenText(said.state).includes('no vi'))
  t.is(editorText(said.state), 'text')
})

test('what came into the editor meanwhile is kept for Alt-Up', (t) => {
  const entered = play(attached(), "'sent", 'Enter')
  const { state } = play(
    entered.state,
    'Ctrl-G',
    refusal(sends(entered.commands)[0]?.id ?? '', 'not_running'),
    edited('written outside'),
  )
  t.is(editorText(state), 'written outside')
  t.deepEqual(state.returned.map(textOf), ['sent'])
})

test('a second Ctrl-G while the text is outside asks for nothing', (t) => {
  const { state } = play(attached(), "'text", 'Ctrl-G')
  t.is(given(state), undefined)
})
