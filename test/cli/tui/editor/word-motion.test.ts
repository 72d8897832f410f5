import test from 'ava'
import fc from 'fast-check'
import { pasteChip } from '../../../../cli/tui/editor/chip.js'
import {
  type Editor,
  emptyEditor,
  insertAtoms,
  insertText,
} from '../../../../cli/tui/editor/editor.js'
import { wordEnd, wordLeft, wordRight, wordStart } from '../../../../cli/tui/editor/word-motion.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'

const typed = (text: string): Editor => insertText(text, emptyEditor)

/** The text with a bar wherever a word begins, walking left from its end. */
const begins = (text: string): string => {
  let editor = typed(text)
  const at = new Set<number>()
  while (editor.caret > 0) {
    editor = wordLeft(editor)
    at.add(editor.caret)
  }
  return editor.atoms.map((atom, index) => `${at.has(index) ? '|' : ''}${String(atom)}`).join('')
}

/** The text with a bar wherever a word ends, walking right from its start. */
const ends = (text: string): string => {
  let editor: Editor = { ...typed(text), caret: 0 }
  const at = new Set<number>()
  while (editor.caret < editor.atoms.length) {
    editor = wordRight(editor)
    at.add(editor.caret - 1)
  }
  return editor.atoms.map((atom, index) => `${String(atom)}${at.has(index) ? '|' : ''}`).join('')
}

const sentences: ReadonlyArray<readonly [text: string, begins: string, ends: string]> = [
  ['one two', '|one |two', 'one| two|'],
  ['今日は東京タワーへ行く', '|今日|は|東京|タワー|へ|行|く', '今日|は|東京|タワー|へ|行|く|'],
  ['らーめんとラーメン', '|らーめんと|ラーメン', 'らーめんと|ラーメン|'],
  ['人々はＴＥＳＴ２回', '|人々|は|ＴＥＳＴ２|回', '人々|は|ＴＥＳＴ２|回|'],
  ['ｶﾀｶﾅﾃﾞ ﾜｰﾄﾞを', '|ｶﾀｶﾅﾃﾞ |ﾜｰﾄﾞ|を', 'ｶﾀｶﾅﾃﾞ| ﾜｰﾄﾞ|を|'],
  ['はい、いいえ。', '|はい、|いいえ。', 'はい|、いいえ|。|'],
  ['yoiでlogを読む', '|yoi|で|log|を|読|む', 'yoi|で|log|を|読|む|'],
  ['src/tui/word-class.ts', '|src/|tui/|word-|class.|ts', 'src|/tui|/word|-class|.ts|'],
  ['const a_b = f(x1);', '|const |a_b = |f(|x1);', 'const| a_b| = f|(x1|);|'],
  ['go👍🏽👨‍👩‍👧home', '|go|👍🏽👨‍👩‍👧|home', 'go|👍🏽👨‍👩‍👧|home|'],
  ['cafe\u0301 e\u0301te\u0301', '|cafe\u0301 |e\u0301te\u0301', 'cafe\u0301| e\u0301te\u0301|'],
  ['привет мир 안녕 שלום', '|привет |мир |안녕 |שלום', 'привет| мир| 안녕| שלום|'],
  ['a\n\nb', '|a\n\n|b', 'a|\n\nb|'],
  ['。、「」', '|。、「」', '。、「」|'],
]

for (const [text, left, right] of sentences)
  test(`words of ${JSON.stringify(text)}`, (t) => {
    t.is(begins(text), left)
    t.is(ends(text), right)
  })

test('a chip is a word of its own', (t) => {
  const editor = insertText('b', insertAtoms([pasteChip(1, 'x\ny'), pasteChip(2, 'z')], typed('a')))
  t.deepEqual([wordStart(editor), wordStart({ ...editor, caret: 3 })], [3, 2])
  t.deepEqual([wordEnd({ ...editor, caret: 0 }), wordEnd({ ...editor, caret: 1 })], [1, 2])
})

test('a word motion always goes on, and never out of the text', (t) => {
  fc.assert(
    fc.property(anyText, fc.nat(), (text, at) => {
      const editor = typed(text)
      const caret = at % (editor.atoms.length + 1)
      const [start, end] = [wordStart({ ...editor, caret }), wordEnd({ ...editor, caret })]
      t.true(start >= 0 && (start < caret || caret === 0))
      t.true(end <= editor.atoms.length && (end > caret || caret === editor.atoms.length))
    }),
    fcOptions(10),
  )
})
