import {
  backspace,
  deleteForward,
  type Editor,
  killToLineEnd,
  killToLineStart,
  killWord,
  move,
  moveTo,
  toLineEnd,
  toLineStart,
  wordLeft,
  wordRight,
  yank,
} from './editor.js'
import { caretBelow, editorWidth } from './editor-layout.js'
import { fromSegments } from './editor-segments.js'
import type { Action } from './keymap.js'
import type { TuiState } from './state.js'
import { edited } from './update-text.js'

/** The actions that only the editor is concerned with. */
export type EditorAction = Exclude<
  Action,
  | 'interrupt'
  | 'cancel'
  | 'shutdown_or_delete'
  | 'enter'
  | 'newline'
  | 'take_back'
  | 'detail'
  | 'complete'
  | 'escape'
  | 'suspend'
  | 'repaint'
  | `scroll_${string}`
>

/** The state after an editing key. */
export const editorAction = (action: EditorAction, state: TuiState): TuiState => {
  const { editor } = state
  switch (action) {
    case 'up':
      return upOrEarlier(state)
    case 'down':
      return downOrLater(state)
    case 'left':
      return moved(move(-1, editor), state)
    case 'right':
      return moved(move(1, editor), state)
    case 'word_left':
      return moved(wordLeft(editor), state)
    case 'word_right':
      return moved(wordRight(editor), state)
    case 'line_start':
      return moved(toLineStart(editor), state)
    case 'line_end':
      return moved(toLineEnd(editor), state)
    case 'backspace':
      return changed(backspace(editor), state)
    case 'delete':
      return changed(deleteForward(editor), state)
    case 'kill_line_end':
      return changed(killToLineEnd(editor), state)
    case 'kill_line_start':
      return changed(killToLineStart(editor), state)
    case 'kill_word':
      return changed(killWord(editor), state)
    case 'yank':
      return changed(yank(editor), state)
  }
}

const moved = (editor: Editor, state: TuiState): TuiState => ({ ...state, editor })

const changed = (editor: Editor, state: TuiState): TuiState =>
  editor.atoms === state.editor.atoms ? state : edited(editor, state)

const upOrEarlier = (state: TuiState): TuiState => {
  const caret = caretBelow(-1, editorWidth(state.size.width), state.editor)
  if (caret !== undefined) return moved(moveTo(caret, state.editor), state)
  const { entries, browsing } = state.history
  const at = (browsing?.at ?? entries.length) - 1
  return at < 0 ? state : browse(at, browsing?.draft ?? state.editor, state)
}

const downOrLater = (state: TuiState): TuiState => {
  const caret = caretBelow(1, editorWidth(state.size.width), state.editor)
  if (caret !== undefined) return moved(moveTo(caret, state.editor), state)
  const { entries, browsing } = state.history
  if (browsing === undefined) return state
  return browsing.at + 1 < entries.length
    ? browse(browsing.at + 1, browsing.draft, state)
    : { ...state, editor: browsing.draft, history: { entries, browsing: undefined } }
}

const browse = (at: number, draft: Editor, state: TuiState): TuiState => {
  const { entries } = state.history
  const { atoms, caret } = fromSegments(entries[at] ?? [])
  return {
    ...state,
    editor: { atoms, caret, killed: state.editor.killed },
    history: { entries, browsing: { at, draft } },
  }
}
