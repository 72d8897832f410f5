import test from 'ava'
import fc from 'fast-check'
import { isChip } from '../../../../cli/tui/editor/chip.js'
import { toSegments } from '../../../../cli/tui/editor/editor-segments.js'
import { keymapOf } from '../../../../cli/tui/keys/keymap.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { limits } from '../../../../domain/limits.js'
import { textOf } from '../../../../domain/segment.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'
import {
  attached,
  editorText,
  type Play,
  play,
  screenText,
  sends,
} from '../../../support/tui-given.js'

const paste = (text: string): Play => ({ type: 'Paste', text, atMs: 1 })
const chips = (state: TuiState): number => state.editor.atoms.filter(isChip).length
const log = 'one\ntwo\nthree\nfour\n'

test('a pasted text of a few short lines stands in the editor as it is', (t) => {
  for (const text of ['a\nb', 'a\nb\nc\n', '日\n本\n語', 'x'.repeat(limits.shortPasteCharsMax)]) {
    const { state } = play(attached(), "'see ", paste(text))
    t.is(chips(state), 0)
    t.deepEqual(toSegments(state.editor), [{ kind: 'text', content: `see ${text}` }])
    t.is(editorText(play(state, 'Ctrl-_').state), 'see ')
  }
})

test('a pasted text with more lines or characters is a chip', (t) => {
  const most = '👍🏽'.repeat(limits.shortPasteCharsMax / 2)
  t.is(chips(play(attached(), paste(most)).state), 0)
  for (const text of [log, 'a\n\n\nb', `${most}x`]) {
    const { state } = play(attached(), paste(text))
    t.is(chips(state), 1)
    t.is(editorText(state), text)
  }
})

test('a pasted text of several lines names no file; one of a single line is as if typed', (t) => {
  const lines = play(attached(), "'a ", paste('@cache\ndef f')).state
  t.deepEqual(toSegments(lines.editor), [{ kind: 'text', content: 'a @cache\ndef f' }])
  const one = play(attached(), paste('@src/a.ts')).state
  t.deepEqual(toSegments(one.editor), [{ kind: 'file_ref', path: 'src/a.ts' }])
})

test('Ctrl-T opens the chip beside the caret, and undo brings it back', (t) => {
  const { state } = play(attached(), "'see ", paste(log))
  const open = play(state, 'Ctrl-T').state
  t.deepEqual(toSegments(open.editor), [{ kind: 'text', content: `see ${log}` }])
  t.is(open.editor.caret, `see ${log}`.length)
  t.true(screenText(open).includes('three'))
  const closed = play(open, 'Ctrl-_').state
  t.deepEqual([closed.editor.atoms, closed.editor.caret], [state.editor.atoms, state.editor.caret])
  t.is(chips(play(closed, 'Alt-_').state), 0)
})

test('of two chips the one before the caret opens; behind none the one that follows', (t) => {
  const both = play(attached(), paste(log), paste('1\n2\n3\n4')).state
  const first = play(both, 'Left', 'Ctrl-T').state
  t.is(typeof first.editor.atoms[0], 'string')
  t.is(chips(first), 1)
  const start = play(both, 'Home', 'Ctrl-T').state
  t.deepEqual([start.editor.caret, chips(start)], [0, 1])
})

test('away from a chip Ctrl-T says where to put the caret, and changes nothing', (t) => {
  const { state } = play(attached(), paste(log), "'ab", 'Ctrl-T')
  t.is(chips(state), 1)
  t.regex(state.hint?.text ?? '', /beside the pasted text/)
  t.regex(play(attached(), "'ab", 'Ctrl-T').state.hint?.text ?? '', /no pasted text/)
})

test('the first chip of a screen says which key opens it, if there is one', (t) => {
  const { state } = play(attached(), paste(log))
  t.is(state.hint?.text, 'Ctrl-T beside a pasted text opens it here.')
  t.is(play({ ...state, hint: undefined }, paste(log)).state.hint, undefined)
  const keyless = { ...attached(), keymap: keymapOf([]) }
  t.is(play(keyless, paste(log)).state.hint, undefined)
})

test('a text is sent the same, whether its chips are open or not', (t) => {
  const any = fc.oneof(anyText, fc.constantFrom('@a', '\\@a', ' @b', 'x', ''))
  fc.assert(
    fc.property(any, any, (left, inside) => {
      const { state } = play(attached(), `'${left}x`, paste(`${inside}\n\n\n\n`))
      const open = play(state, 'Ctrl-T').state
      t.is(chips(open), 0)
      t.is(textOf(toSegments(open.editor)), textOf(toSegments(state.editor)))
    }),
    fcOptions(5),
  )
})

test('what was opened is text in the history and when it is taken back', (t) => {
  const entered = play(attached(), paste(log), 'Ctrl-T', "'end", 'Enter')
  const [run] = sends(entered.commands)
  t.deepEqual(run?.method === 'run' ? run.params.input : undefined, [
    { kind: 'text', content: `${log}end` },
  ])
  t.is(editorText(play(entered.state, 'Up').state), `${log}end`)
})
