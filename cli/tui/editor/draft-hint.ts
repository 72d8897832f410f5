import { type Hint, type TuiState, withHint } from '../state.js'

/** The state with a hint about what is in the editor, which goes when that changes. */
export const withDraftHint = (
  level: Hint['level'],
  text: string,
  at: { readonly atMs: number; readonly state: TuiState },
): TuiState => {
  const next = withHint(level, text, at)
  return { ...next, hint: next.hint && { ...next.hint, about: next.editor.atoms } }
}

/** The state without a hint about what was in the editor and is not any more. */
export const withoutPastHint = (state: TuiState): TuiState => {
  const about = state.hint?.about
  return about === undefined || about === state.editor.atoms ? state : { ...state, hint: undefined }
}
