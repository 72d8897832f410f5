import { limits } from '../../../domain/limits.js'
import { keyFor } from '../keys/keymap.js'
import type { Message } from '../message.js'
import { disarmed } from '../pod/update-stop.js'
import { type TuiState, withHint } from '../state.js'
import { utf8Length } from '../text/utf8-length.js'
import { lineCount, pasteChip } from './chip.js'
import { type ChangeKind, type Editor, insertAtoms, insertText } from './editor.js'
import { toSegments, writtenText } from './editor-segments.js'
import { recorded } from './undo.js'

/** Typed characters go to the caret. */
export const typed = (text: string, state: TuiState): TuiState =>
  editedBy('typed', insertText(text, state.editor), state)

/** A pasted text is one chip; a short one is as if typed, but that it names no file when it has lines. */
export const pasted = ({ text, atMs }: PasteMessage, state: TuiState): TuiState => {
  const { editor } = state
  if (text === '') return state
  if (isShort(text)) return edited(insertText(shortText(text, editor), editor), state)
  if (utf8Length(text) > limits.segmentBytesMax) return withHint('error', tooLong, { atMs, state })
  const id = state.pastes + 1
  const next = edited(insertAtoms([pasteChip(id, text)], editor), state)
  return { ...firstChip(atMs, next), pastes: id }
}

type PasteMessage = Extract<Message, { readonly type: 'Paste' }>

const isShort = (text: string): boolean =>
  text.length <= limits.shortPasteCharsMax * 2 &&
  Array.from(text).length <= limits.shortPasteCharsMax &&
  lineCount(text) <= limits.shortPasteLinesMax

const shortText = (text: string, { atoms, caret }: Editor): string =>
  text.includes('\n') ? writtenText(text, atoms[caret - 1]) : text

const firstChip = (atMs: number, state: TuiState): TuiState => {
  const key = keyFor('open_paste', state.keymap)
  if (state.pastes > 0 || key === '') return state
  return withHint('info', `${key} beside a pasted text opens it here.`, { atMs, state })
}

const tooLong =
  'The pasted text is too long for a message. Save it to a file and name the file with @path.'

/** The state with a changed editor, as one step of undo: see `editedBy`. */
export const edited = (editor: Editor, state: TuiState): TuiState =>
  editedBy('whole', editor, state)

/**
 * The state with a changed editor, if it is. Changing an earlier input makes it the draft; what was being
 * typed before becomes an entry of the history, so that nothing is lost.
 */
export const editedBy = (kind: ChangeKind, editor: Editor, state: TuiState): TuiState => {
  if (editor.atoms === state.editor.atoms) return state
  const { entries, browsing } = state.history
  const draft = browsing === undefined ? [] : toSegments(browsing.draft)
  const kept = draft.length === 0 ? entries : [...entries, draft]
  return {
    ...disarmed(state),
    editor: recorded(kind, state.editor, editor),
    history: browsing === undefined ? state.history : { entries: kept, browsing: undefined },
  }
}
