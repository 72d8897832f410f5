import test from 'ava'
import fc from 'fast-check'
import { runAtoms, runs } from '../../../../cli/tui/editor/editor-segments.js'
import type { Message } from '../../../../cli/tui/message.js'
import { cleanPaste } from '../../../../cli/tui/terminal/input-reader.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'
import { attached, type Play, play } from '../../../support/tui-given.js'

// What a terminal can send has neither half characters nor carriage returns.
const text = anyText.map((any) => cleanPaste(any.toWellFormed()))

// These join what stands before or behind them in all ways that there are.
const joining = fc
  .array(
    fc.constantFrom(
      'e',
      '\u0301',
      '🇯',
      '🇵',
      '👨',
      '\u200d',
      '👩',
      '🏽',
      'न',
      '\u094d',
      '\u0600',
      'ᄀ',
      'ᅡ',
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) => all.join(''))

const typing = fc.oneof(text, joining, joining).filter((one) => one !== '')

const keys = [
  'Backspace',
  'Delete',
  'Left',
  'Left',
  'Right',
  'Home',
  'Up',
  'Alt-Enter',
  'Ctrl-W',
  'Ctrl-K',
  'Ctrl-U',
  'Alt-D',
  'Alt-Backspace',
  'Ctrl-Y',
  'Alt-Y',
  'Ctrl-T',
  'Ctrl-_',
  'Alt-_',
  'Alt-Up',
] as const

const one: fc.Arbitrary<Play> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Play>(...keys) },
  { weight: 3, arbitrary: typing.map((typed): Play => `'${typed}`) },
  typing.map((pasted): Message => ({ type: 'Paste', text: pasted, atMs: 1 })),
  typing.map((pasted): Message => ({ type: 'Paste', text: `${pasted}\n\n\n\n${pasted}`, atMs: 1 })),
  typing.map((edited): Message => ({ type: 'Edited', text: edited, atMs: 1 })),
)

test('the atoms after any edit are those of the text read anew', (t) => {
  fc.assert(
    fc.property(fc.array(one, { maxLength: 20 }), (plays) => {
      plays.reduce((state, next) => {
        const after = play(state, next).state
        t.deepEqual(after.editor.atoms, runAtoms(runs(after.editor.atoms)))
        t.true(after.editor.caret <= after.editor.atoms.length)
        return after
      }, attached())
    }),
    fcOptions(10),
  )
})
