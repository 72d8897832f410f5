import { type EditorAction, editorAction } from '../editor/edit-action.js'
import { type Editor, emptyEditor, insertText } from '../editor/editor.js'
import { initialState } from '../initial-state.js'
import { actionOf, defaultKeymap, type Keymap } from '../keys/keymap.js'
import type { Message } from '../message.js'
import { withoutNewlines } from '../text/without-newlines.js'
import type { Asked } from './dialog.js'
import { hearDialog } from './hear-dialog.js'

/** Says in one sentence what is wrong with a name; undefined when it is good. */
export type NameFault = (name: string) => string | undefined

export type NameDialog = {
  readonly size: { readonly width: number; readonly height: number }
  /** What is asked, for example which session the Pod will carry on. */
  readonly title: string
  /** Where the Pod will work. */
  readonly place: string
  /** What one should know of this Pod before it is there. */
  readonly note?: string | undefined
  readonly keymap: Keymap
  readonly editor: Editor
  readonly faultOf: NameFault
  readonly fault: string | undefined
}

export type NameStep = Asked<NameDialog, string>

/** The dialog with the default name in its field; typing goes on behind it. */
export const nameDialog = (
  options: Omit<NameDialog, 'editor' | 'keymap'> & {
    readonly name: string
    readonly keymap?: Keymap
  },
): NameDialog => {
  const { name, ...rest } = options
  return { keymap: defaultKeymap, ...rest, editor: insertText(withoutNewlines(name), emptyEditor) }
}

/** Enter takes a good name, a bad one is said as it is typed; Esc and Ctrl-C cancel. */
export const updateNameDialog = (state: NameDialog, message: Message): NameStep =>
  hearDialog({ key: keyed, text: typed, paste: typed }, state, message)

const open = (state: NameDialog): NameStep => ({ type: 'open', state })

const typed = (text: string, state: NameDialog): NameStep =>
  open(edited(insertText(withoutNewlines(text), state.editor), state))

// What is wrong is said as soon as it is typed; an empty field is one that is still to be filled.
const edited = (editor: Editor, state: NameDialog): NameDialog => {
  const name = nameIn(editor)
  return { ...state, editor, fault: name === '' ? undefined : state.faultOf(name) }
}

const nameIn = ({ atoms }: Editor): string =>
  atoms
    .filter((atom) => typeof atom === 'string')
    .join('')
    .trim()
    .normalize('NFC')

const keyed = (key: string, state: NameDialog): NameStep => {
  const action = actionOf(key, state.keymap)
  if (action === 'enter') return confirm(state)
  if (action === 'escape' || action === 'interrupt') return { type: 'cancelled' }
  const asked =
    action === 'shutdown_or_delete' ? 'delete' : fieldActions.find((one) => one === action)
  return asked === undefined ? open(state) : open(edited(edit(asked, state), state))
}

// The keys of the editor that make sense in one line.
const fieldActions: ReadonlyArray<EditorAction> = [
  'left',
  'right',
  'word_left',
  'word_right',
  'line_start',
  'line_end',
  'backspace',
  'delete',
  'kill_line_end',
  'kill_line_start',
  'kill_all',
  'kill_word',
  'kill_blank_word',
  'kill_word_forward',
  'yank',
]

const edit = (action: EditorAction, { editor, size }: NameDialog): Editor =>
  editorAction(action, { ...initialState(size), editor }).editor

const confirm = (state: NameDialog): NameStep => {
  const name = nameIn(state.editor)
  const fault = state.faultOf(name)
  return fault === undefined ? { type: 'answered', answer: name } : open({ ...state, fault })
}
