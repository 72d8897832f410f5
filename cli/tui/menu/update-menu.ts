import type { Message } from '../message.js'
import { type Step, step, type TuiState } from '../state.js'
import { fileEntries } from './file-listing.js'
import { fileRows } from './file-rows.js'
import { fileWordAt } from './file-word.js'
import { keepingLines, type Menu, type MenuRow, selectedRow } from './menu.js'
import { commandsFor, commandWordOf } from './slash-command.js'

/**
 * The step with the list as it fits the editor now. Typing opens it; whatever else changes the
 * editor only narrows, widens or closes it.
 */
export const withMenu = (message: Message, before: TuiState, { state, commands }: Step): Step => {
  const { editor, overlay } = state
  const isSameText = editor.atoms === before.editor.atoms
  if (isSameText && editor.caret === before.editor.caret) return { state, commands }
  const word = wordAt(state)
  // The word for which the list was closed may have gone with the text.
  if (word === undefined && !isSameText) return { state: closed(state), commands }
  if (overlay.menu === undefined && message.type !== 'Text') return { state, commands }
  if (word === undefined) return { state: closed(state), commands }
  if (overlay.dismissed === word.start && overlay.menu === undefined) return { state, commands }
  const next = offered(word, state)
  return step(next.state, ...commands, ...next.commands)
}

/** Tab without a list: the list of the word at the caret, if it is one that has one. */
export const openMenu = (state: TuiState): Step => {
  const word = wordAt(state)
  return word === undefined ? step(state) : offered(word, state)
}

/** The list goes on with what is in the editor now, without being asked for anew. */
export const refreshed = (state: TuiState): TuiState => {
  const word = wordAt(state)
  return word === undefined ? closed(state) : withRows(word, undefined, state)
}

/** The list is closed for the word that begins there, until another is typed or Tab is pressed. */
export const dismissed = (start: number, state: TuiState): TuiState => ({
  ...state,
  overlay: { ...state.overlay, menu: undefined, dismissed: start },
})

/** The answer to the listing that was asked for last; the selected row stays selected. */
export const filesFound = (
  { asked, found }: Extract<Message, { readonly type: 'FilesFound' }>,
  state: TuiState,
): TuiState => {
  if (asked !== state.files.asked) return state
  const entries = fileEntries(found.paths)
  const next: TuiState = { ...state, files: { asked, entries, note: found.note } }
  const { menu } = state.overlay
  const word = menu?.of === 'files' ? wordAt(next) : undefined
  return word === undefined || menu === undefined
    ? next
    : withRows(word, selectedRow(menu)?.id, next)
}

type Word = { readonly of: Menu['of']; readonly start: number; readonly query: string }

const wordAt = ({ editor }: TuiState): Word | undefined => {
  const command = commandWordOf(editor)
  if (command !== undefined) return { of: 'commands', start: 0, query: command }
  const file = fileWordAt(editor)
  return file && { of: 'files', ...file }
}

const closed = (state: TuiState): TuiState => ({
  ...state,
  overlay: { ...state.overlay, menu: undefined, dismissed: undefined },
})

// A list that was not open a moment ago is made from what the folder holds now.
const offered = (word: Word, state: TuiState): Step => {
  const { menu } = state.overlay
  if (word.of === 'commands' || (menu?.of === 'files' && menu.start === word.start))
    return step(withRows(word, undefined, state))
  const asked = state.files.asked + 1
  const asking: TuiState = { ...state, files: { ...state.files, asked } }
  return step(withRows(word, undefined, asking), { type: 'ListFiles', asked })
}

const withRows = (word: Word, wanted: string | undefined, state: TuiState): TuiState => {
  const rows = rowsFor(word, state)
  const note = word.of === 'files' ? noteFor(rows, state) : ''
  if (rows.length === 0 && note === '') return closed(state)
  const selected = selectedIn(rows, word, wanted)
  const menu = keepingLines(state.overlay.menu, { ...word, rows, selected, note })
  return { ...state, overlay: { ...state.overlay, menu, dismissed: undefined } }
}

const rowsFor = ({ of, query }: Word, { files }: TuiState): ReadonlyArray<MenuRow> =>
  of === 'files'
    ? fileRows(query, files.entries ?? [])
    : commandsFor(query).map(({ name, words }) => ({
        id: name,
        label: `/${name}`,
        met: [],
        detail: words,
      }))

const noteFor = (rows: ReadonlyArray<MenuRow>, { files: { entries, note } }: TuiState): string => {
  if (entries === undefined) return 'reading the folder …'
  const none = rows.length === 0 ? 'no file of the folder has such a name' : ''
  return [none, note].filter((part) => part !== '').join('; ')
}

// A path that is typed whole needs no accepting: Enter means what it means without the list.
const selectedIn = (
  rows: ReadonlyArray<MenuRow>,
  { of, query }: Word,
  wanted: string | undefined,
): number | undefined => {
  const kept = rows.findIndex(({ id }) => id === wanted)
  if (kept >= 0) return kept
  if (of === 'files' && rows.some(({ id }) => id === query)) return undefined
  return rows.length === 0 ? undefined : 0
}
