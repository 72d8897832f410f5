import type { KeyMessage } from '../message.js'
import { type TuiState, withHint } from '../state.js'
import { clusters } from '../text/clusters.js'
import { isChip } from './chip.js'
import { type Editor, replaced } from './editor.js'
import { writtenText } from './editor-segments.js'
import { edited } from './update-text.js'

/**
 * The chip before the caret, else the one behind it, becomes the text that it stands for, as one
 * step of undo. The caret stays on its side.
 */
export const openPaste = (key: KeyMessage, state: TuiState): TuiState => {
  const { atoms, caret } = state.editor
  const at = [caret - 1, caret].find((place) => isChip(atoms[place]))
  return at === undefined
    ? withHint('info', hintFor(state), { ...key, state })
    : edited(opened(at, state.editor), { ...state, hint: undefined })
}

const opened = (at: number, editor: Editor): Editor => {
  const { atoms, caret } = editor
  const chip = atoms[at]
  if (!isChip(chip)) return editor
  const middle = clusters(writtenText(chip.content, atoms[at - 1]))
  const open = replaced({ start: at, end: at + 1, middle }, editor)
  return at < caret ? open : { ...open, caret }
}

const hintFor = ({ editor }: TuiState): string =>
  editor.atoms.some(isChip)
    ? 'Put the caret beside the pasted text that you want to open.'
    : 'There is no pasted text to open.'
