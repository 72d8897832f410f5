import test from 'ava'
import type { Command } from '../../../../cli/tui/command.js'
import { toSegments } from '../../../../cli/tui/editor/editor-segments.js'
import type { Message } from '../../../../cli/tui/message.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { enterForms } from '../../../../cli/tui/status/status-words.js'
import {
  attached,
  editorText,
  methods,
  pausedStatus,
  play,
  running,
  screenText,
  stopping,
} from '../../../support/tui-given.js'

const tree = [
  '.env',
  '.github/workflows/ci.yml',
  'README.md',
  'docs/日本語.md',
  'my notes.txt',
  'src/lib/deep.ts',
  'src/main.ts',
]

const found = (state: TuiState, paths: ReadonlyArray<string>, note = ''): Message => ({
  type: 'FilesFound',
  asked: state.files.asked,
  found: { paths, note },
})

/** Typed into the editor, with the folder listed. */
const typing = (text: string, state = attached(), paths = tree): TuiState => {
  const typed = play(state, `'${text}`).state
  return play(typed, found(typed, paths)).state
}

const rows = ({ overlay }: TuiState): ReadonlyArray<string> =>
  overlay.menu?.rows.map(({ id }) => id) ?? []

const listings = (commands: ReadonlyArray<Command>): number =>
  commands.filter(({ type }) => type === 'ListFiles').length

test('an @ at the start of a word asks for the files of the folder and lists them', (t) => {
  const typed = play(attached(), "'see @")
  t.is(listings(typed.commands), 1)
  t.true(screenText(typed.state).includes('reading the folder'))
  const listed = play(typed.state, found(typed.state, tree)).state
  t.deepEqual(rows(listed), ['README.md', 'docs/', 'my notes.txt', 'src/'])
  t.true(screenText(listed).includes('> README.md'))
})

test('an @ within a word, behind a backslash or doubled lists nothing', (t) => {
  for (const text of ['me@', 'a\\@', '\\@', '@@', '漢@']) {
    const typed = play(attached(), `'${text}`)
    t.is(listings(typed.commands), 0, text)
    t.is(typed.state.overlay.menu, undefined, text)
  }
})

test('typing narrows the list, a blank ends it, and going on in the word does not ask again', (t) => {
  const state = typing('@')
  const narrowed = play(state, "'d", "'e")
  t.is(listings(narrowed.commands), 0)
  t.deepEqual(rows(narrowed.state).slice(0, 1), ['src/lib/deep.ts'])
  t.is(play(narrowed.state, "' ").state.overlay.menu, undefined)
  t.deepEqual(rows(play(narrowed.state, 'Backspace', 'Backspace').state), rows(state))
})

test('a list that opens anew asks anew, and shows what was known until the answer', (t) => {
  const again = play(typing('@RE', attached()), "' ", "'@")
  t.is(listings(again.commands), 1)
  t.deepEqual(rows(again.state).slice(0, 1), ['README.md'])
  t.deepEqual(rows(play(again.state, found(again.state, ['new.txt'])).state), ['new.txt'])
})

test('the answer to an older question is dropped', (t) => {
  const first = play(attached(), "'@").state
  const second = play(first, "' ", "'@").state
  t.is(play(second, found(first, ['old.txt'])).state.files.entries, undefined)
})

test('Enter and Tab accept the selected file, with a blank behind it', (t) => {
  for (const key of ['Enter', 'Tab']) {
    const accepted = play(typing('see @read'), key)
    t.deepEqual(methods(accepted.commands), [])
    t.is(editorText(accepted.state), 'see @README.md ')
    t.is(accepted.state.overlay.menu, undefined)
  }
})

test('Up and Down move within the list and leave the editor alone', (t) => {
  const state = play(typing('@'), 'Down', 'Down', 'Down', 'Down', 'Down').state
  t.is(editorText(play(state, 'Enter').state), '@src/')
  t.is(editorText(play(state, 'Up', 'Enter').state), '@my notes.txt ')
})

test('a folder that is accepted goes on with what lies in it', (t) => {
  const folder = play(typing('@'), 'Down', 'Down', 'Down', 'Enter').state
  t.is(editorText(folder), '@src/')
  t.deepEqual(rows(folder), ['src/lib/', 'src/main.ts', 'src/lib/deep.ts'])
  t.is(editorText(play(folder, 'Down', 'Enter').state), '@src/main.ts ')
})

test('Esc closes the list and does nothing to the Pod; Tab opens it again', (t) => {
  for (const status of [running, stopping, pausedStatus]) {
    const state = typing('@RE', attached({ status }))
    const closed = play(state, 'Escape')
    t.deepEqual(closed.commands, [])
    t.is(closed.state.overlay.menu, undefined)
    t.is(closed.state.hint, undefined)
    t.is(play(closed.state, "'A").state.overlay.menu, undefined, 'typing goes on undisturbed')
    t.is(rows(play(closed.state, 'Tab').state)[0], 'README.md')
    t.not(play(closed.state, "' @").state.overlay.menu, undefined, 'the next word has its list')
  }
})

test('a path with blanks is written in quotes and names the same file', (t) => {
  const accepted = play(typing('@no'), 'Enter').state
  t.is(screenText(accepted).includes('> @"my notes.txt"'), true)
  t.deepEqual(toSegments(accepted.editor)[0], { kind: 'file_ref', path: 'my notes.txt' })
})

test('within quotes a blank goes on with the path', (t) => {
  const folder = play(typing('@', attached(), ['a b/c d.txt', 'z']), 'Enter').state
  t.deepEqual(folder.editor.atoms.join(''), '@"a b/')
  t.deepEqual(rows(folder), ['a b/c d.txt'])
  t.deepEqual(rows(play(folder, "'c d").state), ['a b/c d.txt'])
  t.deepEqual(toSegments(play(folder, 'Enter').state.editor)[0], {
    kind: 'file_ref',
    path: 'a b/c d.txt',
  })
})

test('names with controls and signs in them are shown as marks and named exactly', (t) => {
  const odd = ['\x1b[31mred', 'new\nline', 'quo"te', 'full.', '\u202eright', 'back\\slash', "'"]
  for (const path of odd) {
    const state = typing('@', attached(), [path])
    t.false(screenText(state).includes('\x1b'), JSON.stringify(path))
    t.false(screenText(state).includes('\u202e'), JSON.stringify(path))
    const accepted = play(state, 'Enter').state
    t.false(accepted.editor.atoms.join('').includes('\x1b'))
    t.deepEqual(toSegments(accepted.editor)[0], { kind: 'file_ref', path }, JSON.stringify(path))
  }
})

test('hidden files are offered when the query begins a part with a dot', (t) => {
  t.false(rows(typing('@')).some((path) => path.includes('.env')))
  t.deepEqual(rows(typing('@.')).slice(0, 2), ['.env', '.github/'])
  t.true(rows(typing('@.github/')).includes('.github/workflows/'))
})

test('a Japanese name is found however it is composed, and written as it is on disk', (t) => {
  const onDisk = 'ガイド.md'.normalize('NFD')
  const state = typing('@ガイ'.normalize('NFC'), attached(), [onDisk])
  t.deepEqual(rows(state), [onDisk])
  t.deepEqual(toSegments(play(state, 'Enter').state.editor)[0], { kind: 'file_ref', path: onDisk })
  t.deepEqual(rows(typing('@日本')), ['docs/日本語.md'])
})

test('a path that is typed whole needs no accepting: Enter sends', (t) => {
  const state = typing('@README.md')
  t.is(enterForms(state)[0], 'Enter to send')
  const sent = play(state, 'Enter')
  t.deepEqual(methods(sent.commands), ['run'])
})

test('what follows the caret is never taken away', (t) => {
  const state = play(attached(), "'foo bar", 'Home', "'@RE").state
  const listed = play(state, found(state, tree)).state
  t.is(editorText(play(listed, 'Enter').state), '@README.md foo bar')
})

test('while a row is selected Enter accepts, whatever the Pod does, and the status line says so', (t) => {
  for (const status of [running, stopping, pausedStatus]) {
    const state = typing('@RE', attached({ status }))
    t.is(enterForms(state)[0], 'Enter to accept')
    t.deepEqual(methods(play(state, 'Enter').commands), [])
    t.deepEqual(methods(play(state, 'Ctrl-X').commands).length, status === pausedStatus ? 0 : 1)
  }
})

test('without a file of the name the list says so, and Enter means what it always means', (t) => {
  const state = typing('@nobody')
  t.true(screenText(state).includes('no file of the folder has such a name'))
  t.is(enterForms(state)[0], 'Enter to send')
  t.deepEqual(methods(play(state, 'Enter').commands), ['run'])
})

test('a list that is not whole says why', (t) => {
  const state = play(attached(), "'@").state
  const note = 'only the first 20,000 files'
  t.true(screenText(play(state, found(state, tree, note)).state).includes(note))
})

test('a word that comes back into the editor opens no list', (t) => {
  const sent = play(attached(), "'mail @x", 'Enter').state
  t.is(play(sent, 'Up').state.overlay.menu, undefined)
})

test('where the word of a closed list has gone, a new @ or / has its list again', (t) => {
  const accepted = play(typing('see @RE'), 'Tab').state
  t.is(accepted.overlay.menu, undefined)
  t.not(play(accepted, 'Ctrl-W', "'@").state.overlay.menu, undefined)
  for (const leave of ['Tab', 'Escape'])
    for (const lead of ['@', '/']) {
      const closed = play(typing(lead), leave).state
      const emptied = play(closed, 'Ctrl-E', 'Ctrl-U').state
      t.is(editorText(emptied), '', `${lead} ${leave}`)
      for (const [typed, of] of [
        ["'/", 'commands'],
        ["'@", 'files'],
      ] as const)
        t.is(play(emptied, typed).state.overlay.menu?.of, of, `${lead} ${leave} ${typed}`)
    }
})
