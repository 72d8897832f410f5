import { type Action, keyFor } from '../keys/keymap.js'
import { type TuiState, withHint } from '../state.js'
import {
  backspace,
  deleteForward,
  type Editor,
  move,
  noChanges,
  toLineEnd,
  toLineStart,
} from './editor.js'
import { climb, editorWidth } from './editor-layout.js'
import { fromSegments } from './editor-segments.js'
import {
  killAll,
  killBlankWord,
  killToLineEnd,
  killToLineStart,
  killWord,
  killWordForward,
  yank,
  yankPop,
} from './kill.js'
import { redo, undo } from './undo.js'
import { edited, editedBy } from './update-text.js'
import { wordLeft, wordRight } from './word-motion.js'

/** The actions that only the editor is concerned with. */
export type EditorAction = Exclude<
  Action,
  | 'interrupt'
  | 'cancel'
  | 'shutdown_or_delete'
  | 'enter'
  | 'newline'
  | 'take_back'
  | 'open_paste'
  | 'edit_outside'
  | 'detail'
  | 'complete'
  | 'escape'
  | 'suspend'
  | 'repaint'
  | `scroll_${string}`
  | `turn_${string}`
>

/** The state after an editing key. */
// eslint-disable-next-line max-lines-per-function -- one case for each key
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
      return editedBy('erased', backspace(editor), state)
    case 'delete':
      return editedBy('erased', deleteForward(editor), state)
    case 'kill_line_end':
      return edited(killToLineEnd(editor), state)
    case 'kill_line_start':
      return edited(killToLineStart(editor), state)
    case 'kill_all':
      return cutAll(state)
    case 'kill_word':
      return edited(killWord(editor), state)
    case 'kill_blank_word':
      return edited(killBlankWord(editor), state)
    case 'kill_word_forward':
      return edited(killWordForward(editor), state)
    case 'yank':
      return edited(yank(editor), state)
    case 'yank_pop':
      return edited(yankPop(editor), state)
    case 'undo':
      return moved(undo(editor), state)
    case 'redo':
      return moved(redo(editor), state)
  }
}

const moved = (editor: Editor, state: TuiState): TuiState => ({ ...state, editor })

// A whole draft goes with one key: how it comes back is said.
const cutAll = (state: TuiState): TuiState => {
  const key = keyFor('yank', state.keymap)
  const cut = edited(killAll(state.editor), state)
  return cut === state || key === ''
    ? cut
    : withHint('info', `All is cut: ${key} puts it back.`, { atMs: state.nowMs, state: cut })
}

const upOrEarlier = (state: TuiState): TuiState => {
  const above = climb(-1, editorWidth(state.size.width), state.editor)
  if (above !== undefined) return moved(above, state)
  const { entries, browsing } = state.history
  const at = (browsing?.at ?? entries.length) - 1
  return at < 0 ? state : browse(at, browsing?.draft ?? state.editor, state)
}

const downOrLater = (state: TuiState): TuiState => {
  const below = climb(1, editorWidth(state.size.width), state.editor)
  if (below !== undefined) return moved(below, state)
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
    // What undo knows belongs to the draft, which keeps it.
    editor: { ...state.editor, atoms, caret, doing: undefined, changes: noChanges },
    history: { entries, browsing: { at, draft } },
  }
}
