import test from 'ava'
import { type Atom, emptyEditor, insertText, move } from '../../../../cli/tui/editor/editor.js'
import { editorRows, rowsAround } from '../../../../cli/tui/editor/editor-layout.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { view } from '../../../../cli/tui/view.js'
import { limits } from '../../../../domain/limits.js'
import { attached, play } from '../../../support/tui-given.js'

/** A chip that counts how often it is laid out or drawn. */
const countingChip = () => {
  const count = { looks: 0 }
  const chip: Atom = {
    kind: 'paste',
    get id() {
      count.looks += 1
      return 1
    },
    chars: 1,
    lines: 1,
    content: 'x',
  }
  return { count, chip }
}

const keys = [
  "'a",
  'Left',
  'Right',
  'Up',
  'Up',
  'Down',
  'Home',
  'Down',
  'Down',
  "'b",
  'Backspace',
  'End',
  'Up',
  "'c",
  'Delete',
] as const

/** What each key and its frame lay out in a text of that many chips, the newlines at these places. */
const looksIn = (length: number, newlineEach: number): ReadonlyArray<number> => {
  const { chip, count } = countingChip()
  const atoms = Array.from({ length }, (_, at) => (at % newlineEach === 1 ? '\n' : chip))
  const middle = Math.floor(length / 2)
  let state: TuiState = { ...attached(), editor: { ...emptyEditor, atoms, caret: middle } }
  return keys.map((key) => {
    count.looks = 0
    state = play(state, key).state
    view(state)
    return count.looks
  })
}

test('a key lays out no more of a long line than of one that is as long as a piece or two', (t) => {
  const some = Math.max(...looksIn(3 * limits.editorPieceCharsMax, 1_000_000))
  for (const newlineEach of [1_000_000, 70_000]) {
    const looks = looksIn(200_000, newlineEach)
    t.true(Math.max(...looks) < 2 * some, `${some} and ${looks}`)
  }
})

const lines = (length: number) => insertText('abcdefg '.repeat(length / 8), emptyEditor)

test('the rows of a long line of narrow characters are all full but the last', (t) => {
  for (const width of [1, 2, 7, 76, 300, 5000]) {
    const editor = lines(16_000)
    const rows = editorRows(width, editor)
    const full = Math.max(1, width - 1)
    t.is(rows.length, Math.ceil(16_000 / full), `${width}`)
    t.true(rows.slice(0, -1).every(({ start, end }) => end - start === full))
  }
})

test('the window around any caret of a long line is a part of all its rows', (t) => {
  const wide = insertText(`${'日本語 '.repeat(3000)}\n${'x'.repeat(9000)}\n\nend`, emptyEditor)
  const rows = editorRows(40, wide)
  for (const back of [0, 3, 4, 5, 6, 4095, 4096, 4097, 8195, 9005, 9006, 12_000, 15_000, 21_000]) {
    const { rows: window, caret } = rowsAround(40, 8, move(-back, wide))
    const at = rows.findIndex(({ start }) => start === window[0]?.start)
    t.deepEqual(window, rows.slice(at, at + 8), `${back}`)
    t.true(caret.column < 40 && caret.row < window.length)
  }
})
