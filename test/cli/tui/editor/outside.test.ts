import test from 'ava'
import fc from 'fast-check'
import { isChip } from '../../../../cli/tui/editor/chip.js'
import { runs, toSegments } from '../../../../cli/tui/editor/editor-segments.js'
import { fromOutside, outsideText } from '../../../../cli/tui/editor/outside-text.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { cleanPaste } from '../../../../cli/tui/terminal/input-reader.js'
import { textOf } from '../../../../domain/segment.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'
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
const log = 'one\ntwo\nthree\nfour\n'
const paste: Play = { type: 'Paste', text: log, atMs: 1 }

const chips = (state: TuiState): number => state.editor.atoms.filter(isChip).length

const given = (state: TuiState): string | undefined =>
  play(state, 'Ctrl-G').commands.flatMap((one) => (one.type === 'EditOutside' ? [one.text] : []))[0]

test('the text that comes back takes the place of the old one, as one step of undo', (t) => {
  const { state } = play(attached(), "'old \\@text", 'Left')
  t.is(given(state), 'old \\@text')
  const back = play(state, 'Ctrl-G', edited('new\ntext')).state
  t.is(editorText(back), 'new\ntext')
  t.deepEqual(play(back, 'Ctrl-_').state.editor.atoms, state.editor.atoms)
})

test('the texts of chips are written out, and unchanged ones are chips again', (t) => {
  const { state } = play(attached(), "'see ", paste, "' and ", paste, "'!")
  t.is(given(state), `see ${log} and ${log}!`)
  const back = play(state, 'Ctrl-G', edited(`First ${log}, then ${log}.`)).state
  t.deepEqual(runs(back.editor.atoms), [
    'First ',
    state.editor.atoms.find(isChip),
    ', then ',
    state.editor.atoms.findLast(isChip),
    '.',
  ])
  t.is(editorText(back), `First ${log}, then ${log}.`)
})

test('a chip whose text was changed is text, one that was deleted is gone; undo brings both back', (t) => {
  const { state } = play(attached(), paste, "' and ", paste)
  const changed = play(state, 'Ctrl-G', edited(`${log.replace('two', 'zwei')} and ${log}`)).state
  t.is(chips(changed), 1)
  t.is(editorText(changed), `${log.replace('two', 'zwei')} and ${log}`)
  const deleted = play(state, 'Ctrl-G', edited(' and ')).state
  t.deepEqual([chips(deleted), editorText(deleted)], [0, ' and '])
  for (const after of [changed, deleted])
    t.deepEqual(play(after, 'Ctrl-_').state.editor.atoms, state.editor.atoms)
})

test('an @ in a pasted text names no file, written out or not', (t) => {
  const code = '@cache\ndef f():\n\n  return \\@x\n'
  const { state } = play(attached(), "'a", { type: 'Paste', text: code, atMs: 1 })
  const outside = given(state) ?? ''
  t.is(chips(play(state, 'Ctrl-G', edited(`b${outside}`)).state), 1)
  const changed = play(state, 'Ctrl-G', edited(outside.replace('def f', 'def g'))).state
  t.deepEqual(toSegments(changed.editor), [
    { kind: 'text', content: `a${code.replace('def f', 'def g')}` },
  ])
})

test('any draft that comes back as it was is the same Submit', (t) => {
  const piece = fc.oneof(
    anyText.map((text): Play => ({ type: 'Paste', text: cleanPaste(text), atMs: 1 })),
    anyText.map((text): Play => ({ type: 'Paste', text: cleanPaste(`@${text}\n\n\n\n`), atMs: 1 })),
    fc.constantFrom<Play>("' ", "'@a ", "'\\@b", 'Alt-Enter', 'Home'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (plays) => {
      const { state } = play(attached(), ...plays)
      const back = fromOutside(outsideText(state.editor), state.editor)
      t.deepEqual(back.atoms, state.editor.atoms)
    }),
    fcOptions(5),
  )
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
