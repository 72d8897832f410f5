import type { Segments } from '../../../domain/segment.js'
import { unaccepted } from '../pod/farewell.js'
import { giveBack, lastPaste } from '../pod/take-back.js'
import type { TuiState } from '../state.js'
import { type Run, runAtoms, runs } from './editor-segments.js'
import { edited } from './update-text.js'

/** What would be lost if the screen were gone: the text around the caret, and what waits. */
export type Draft = {
  readonly before: ReadonlyArray<Run>
  readonly after: ReadonlyArray<Run>
  /** Texts that came back, or that no Pod has accepted; oldest first. */
  readonly unsent: ReadonlyArray<Segments>
}

/** The draft of this state; undefined when there is nothing to lose. */
export const draftOf = (state: TuiState): Draft | undefined => {
  const { atoms, caret } = state.history.browsing?.draft ?? state.editor
  const unsent = unaccepted(state)
  return atoms.length === 0 && unsent.length === 0
    ? undefined
    : { before: runs(atoms.slice(0, caret)), after: runs(atoms.slice(caret)), unsent }
}

/** What `draftOf` depends on: nothing has to be saved as long as these are the same. */
export const draftParts = (state: TuiState): ReadonlyArray<unknown> => {
  const { atoms, caret } = state.history.browsing?.draft ?? state.editor
  return [atoms, caret, state.returned, state.submits, state.pod?.session]
}

/** The state with a draft that was saved; it can be undone. What was not sent waits for Alt-Up. */
export const withDraft = ({ before, after, unsent }: Draft, state: TuiState): TuiState => {
  const [left, right] = [runAtoms(before), runAtoms(after)]
  const placed = edited(
    { ...state.editor, atoms: [...left, ...right], caret: left.length, doing: undefined },
    state,
  )
  const chips = [...before, ...after].filter((run) => typeof run !== 'string')
  return unsent.reduce(
    (sum, segments) => ({ ...giveBack(segments, sum), pastes: lastPaste(sum, segments) }),
    { ...placed, pastes: lastPaste(placed, chips) },
  )
}
