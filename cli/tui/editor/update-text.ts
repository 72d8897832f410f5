import { limits } from '../../../domain/limits.js'
import type { Message } from '../message.js'
import { type TuiState, withHint } from '../state.js'
import { utf8Length } from '../text/utf8-length.js'
import { toSegments } from './editor-segments.js'
import { type ChangeKind, type Editor, insertAtoms, insertText, pasteChip } from './editor.js'
import { recorded } from './undo.js'

const inlineCharsMax = 120

/** Typed characters go to the caret. */
export const typed = (text: string, state: TuiState): TuiState =>
  editedBy('typed', insertText(text, state.editor), state)

/** A pasted text is one chip; a short one of a single line is as if typed. */
export const pasted = (
  { text, atMs }: Extract<Message, { readonly type: 'Paste' }>,
  state: TuiState,
): TuiState => {
  if (text === '') return state
  if (text.length <= inlineCharsMax && !text.includes('\n'))
    return edited(insertText(text, state.editor), state)
  if (utf8Length(text) > limits.segmentBytesMax) return withHint('error', tooLong, { atMs, state })
  const id = state.pastes + 1
  return { ...edited(insertAtoms([pasteChip(id, text)], state.editor), state), pastes: id }
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
    ...state,
    editor: recorded(kind, state.editor, editor),
    armed: undefined,
    history: browsing === undefined ? state.history : { entries: kept, browsing: undefined },
  }
}
