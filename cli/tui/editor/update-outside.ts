import type { Message } from '../message.js'
import { type Step, step, type TuiState } from '../state.js'
import { toSegments } from './editor-segments.js'
import { fromOutside, outsideText } from './outside-text.js'
import { edited } from './update-text.js'

/** Ctrl-G: the text goes to the person's own editor. */
export const editOutside = (state: TuiState): Step =>
  state.outside === undefined
    ? step(
        { ...state, outside: state.editor.atoms },
        { type: 'EditOutside', text: outsideText(state.editor) },
      )
    : step(state)

/**
 * The text came back and takes the place of the old one, as one step of undo. What came into the
 * editor meanwhile waits for Alt-Up.
 */
export const editedOutside = (
  { text }: Extract<Message, { readonly type: 'Edited' }>,
  state: TuiState,
): TuiState => {
  const { editor, outside } = state
  const back: TuiState = { ...state, outside: undefined }
  if (text === undefined || text === outsideText(editor)) return back
  const cameIn = outside === undefined || outside === editor.atoms ? [] : [toSegments(editor)]
  return { ...edited(fromOutside(text, editor), back), returned: [...back.returned, ...cameIn] }
}
