import test from 'ava'
import fc from 'fast-check'
import { pasteChip } from '../../../../cli/tui/editor/chip.js'
import {
  backspace,
  deleteForward,
  type Editor,
  emptyEditor,
  insertAtoms,
  insertText,
  move,
  toLineEnd,
  toLineStart,
} from '../../../../cli/tui/editor/editor.js'
import {
  caretPlace,
  climb,
  editorRows,
  rowsAround,
} from '../../../../cli/tui/editor/editor-layout.js'
import { fromSegments, toSegments } from '../../../../cli/tui/editor/editor-segments.js'
import {
  killBlankWord,
  killToLineEnd,
  killToLineStart,
  killWord,
  killWordForward,
  yank,
  yankPop,
} from '../../../../cli/tui/editor/kill.js'
import { recorded, redo, undo } from '../../../../cli/tui/editor/undo.js'
import { wordLeft, wordRight } from '../../../../cli/tui/editor/word-motion.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'

const typed = (text: string): Editor => insertText(text, emptyEditor)
const textIn = ({ atoms }: Editor) =>
  atoms.map((atom) => (typeof atom === 'string' ? atom : '#')).join('')

test('Backspace takes a whole cluster', (t) => {
  for (const cluster of ['👨‍👩‍👧', 'か\u3099', '👍🏽', '日', '🇯🇵'])
    t.is(textIn(backspace(typed(`a${cluster}`))), 'a')
})

test('a cluster that arrives code point by code point is one step of the caret', (t) => {
  const editor = Array.from('x👨‍👩‍👧').reduce((sum, char) => insertText(char, sum), emptyEditor)
  t.is(editor.atoms.length, 2)
  t.is(editor.caret, 2)
  t.is(textIn(backspace(editor)), 'x')
})

test('text typed in the middle leaves the caret behind it', (t) => {
  const editor = insertText('日', move(-1, typed('ab')))
  t.is(textIn(editor), 'a日b')
  t.is(editor.caret, 2)
})

test('a chip goes as one and never joins its neighbours', (t) => {
  const editor = insertText('b', insertAtoms([pasteChip(1, 'x\ny')], typed('a')))
  t.is(textIn(editor), 'a#b')
  t.is(textIn(backspace(backspace(editor))), 'a')
  t.is(textIn(deleteForward(move(-2, editor))), 'ab')
})

test('what meets when something is deleted between is one cluster, the caret behind it', (t) => {
  for (const between of ['\n', 'x\n'])
    for (const [left, right] of [
      ['e', '\u0301'],
      ['👨\u200d', '👩'],
      ['🇯', '🇵🇺🇸'],
    ] as const) {
      const editor = { ...typed(left + between + right), caret: typed(left).atoms.length }
      const cut = Array.from(between).reduce(deleteForward, editor)
      t.deepEqual(cut.atoms, typed(left + right).atoms)
      t.is(cut.caret, 1)
    }
})

test('kills go to the ends of the line or the word, and Ctrl-Y brings the last one back', (t) => {
  const editor = typed('one two\nthree four')
  t.is(textIn(killToLineStart(editor)), 'one two\n')
  t.is(textIn(killWord(editor)), 'one two\nthree ')
  t.is(textIn(killToLineEnd(toLineStart(editor))), 'one two\n')
  t.is(textIn(yank(killWord(editor))), 'one two\nthree four')
  t.is(textIn(killToLineEnd(move(7, { ...editor, caret: 0 }))), 'one twothree four')
})

test('at the start of a line Ctrl-U cuts the line end before it, as often as there is one', (t) => {
  const editor = typed('一行目\n\ntwo')
  const cuts = Array.from({ length: 5 }).reduce<ReadonlyArray<Editor>>(
    (all) => [...all, killToLineStart(all.at(-1) ?? editor)],
    [],
  )
  t.deepEqual(cuts.map(textIn), ['一行目\n\n', '一行目\n', '一行目', '', ''])
  t.is(textIn(yank(cuts.at(-1) ?? editor)), '一行目\n\ntwo', 'they are one cut')
  const joined = killToLineStart(move(-4, typed('one\ntwo!')))
  t.is(textIn(joined), 'onetwo!')
  t.is(joined.caret, 3)
})

test('words and lines are walked', (t) => {
  const editor = typed('one two\nthree')
  t.is(wordLeft(editor).caret, 8)
  t.is(wordLeft(wordLeft(editor)).caret, 4)
  t.is(wordRight({ ...editor, caret: 0 }).caret, 3)
  t.is(toLineStart(editor).caret, 8)
  t.is(toLineEnd({ ...editor, caret: 1 }).caret, 7)
})

test('up and down keep the column over rows that are wrapped', (t) => {
  const editor = typed('abcdefghij\nxy')
  t.is(editorRows(6, editor).length, 3)
  t.deepEqual(caretPlace(6, editor), { row: 2, column: 2 })
  t.is(climb(-1, 6, editor)?.caret, 7)
  t.is(climb(1, 6, editor), undefined)
})

test('the column of a climb is kept over short lines, by columns and not by characters', (t) => {
  const editor = { ...typed('日本語日本語\nx\nabcdefgh'), caret: 3 }
  const down = climb(1, 80, climb(1, 80, editor) ?? editor)
  t.is(down?.caret, 9 + 6)
  t.is(climb(-1, 80, climb(-1, 80, down!) ?? editor)?.caret, 3)
  const moved = move(-1, climb(1, 80, editor)!)
  t.is(climb(1, 80, moved)?.caret, 9)
})

test('a climb never leaves the row that it came to', (t) => {
  // The first row ends before a wide character, so it is a column shorter than the second.
  const editor = typed('abcd日ef')
  t.is(editorRows(6, editor).length, 2)
  const end = { ...editor, caret: 7 }
  t.is(caretPlace(6, end).column, 4)
  const up = climb(-1, 6, end)
  t.deepEqual(caretPlace(6, up!), { row: 0, column: 3 })
})

test('a file word, its escape, and the punctuation behind it', (t) => {
  t.deepEqual(toSegments(typed('see @src/a.ts, mail a@b or \\@me')), [
    { kind: 'text', content: 'see ' },
    { kind: 'file_ref', path: 'src/a.ts' },
    { kind: 'text', content: ',' },
    { kind: 'text', content: ' mail a@b or @me' },
  ])
  t.deepEqual(toSegments(typed('@')), [{ kind: 'text', content: '@' }])
})

test('a text that came back is sent as it was the first time', (t) => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('@', '\\', ' ', 'a', '.', '/', '\n', '日') }),
      anyText,
      (a, b) => {
        for (const editor of [typed(a), typed(b), insertAtoms([pasteChip(1, b)], typed(a))]) {
          const segments = toSegments(editor)
          const again = toSegments(fromSegments(segments))
          const plain = (all: typeof segments) =>
            all
              .map((one) =>
                one.kind === 'text' ? one.content : one.kind === 'file_ref' ? `<${one.path}>` : '#',
              )
              .join('')
          t.is(plain(again), plain(segments))
        }
      },
    ),
    fcOptions(10),
  )
})

test('the caret is within the text and the screen after any edit', (t) => {
  const edits = [
    backspace,
    deleteForward,
    killToLineEnd,
    killWord,
    killBlankWord,
    killWordForward,
    yank,
    yankPop,
    undo,
    redo,
    wordLeft,
    wordRight,
    toLineEnd,
  ]
  const change = fc.oneof(
    anyText.map((text) => (editor: Editor) => insertText(text, editor)),
    fc.constantFrom(...edits),
    fc.integer({ min: -5, max: 5 }).map((step) => (editor: Editor) => move(step, editor)),
  )
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 15 }),
      fc.integer({ min: 1, max: 40 }),
      (changes, width) => {
        const editor = changes.reduce((sum, change) => {
          const next = change(sum)
          return next.changes === sum.changes ? recorded('whole', sum, next) : next
        }, emptyEditor)
        t.true(editor.caret >= 0 && editor.caret <= editor.atoms.length)
        const { row, column } = caretPlace(width, editor)
        t.true(column >= 0 && column < width)
        const rows = editorRows(width, editor)
        t.true(row >= 0 && row < rows.length)
        const window = rowsAround(width, 3, editor)
        t.deepEqual(window.rows, rows.slice(row - window.caret.row).slice(0, 3))
        t.is(window.caret.column, column)
        t.is(window.isMoreAbove, row > window.caret.row)
        t.is(window.isMoreBelow, rows.length - (row - window.caret.row) > window.rows.length)
      },
    ),
    fcOptions(5),
  )
})
