import type { SessionId } from '../../../domain/ids.js'
import { limits } from '../../../domain/limits.js'
import type { TuiState } from '../state.js'
import { type Draft, draftOf, draftParts } from './draft.js'

/**
 * Saves the draft of a session, undefined while the Pod has not named it; no draft takes it away.
 * Returns at once and never throws.
 */
export type SaveDraft = (session: SessionId | undefined, draft: Draft | undefined) => void

export type DraftKeeper = {
  /** Takes notice of a state; what changed is saved after a short while, an emptied one at once. */
  readonly look: (state: TuiState) => void
  /** Starts to save what waits to be saved. */
  readonly flush: () => void
  /** Saves all with `saveNow`, also what is being saved: the process ends. */
  readonly leave: () => void
}

/** Saves what is being typed when it changes, not with every key. */
export const createDraftKeeper = (
  start: TuiState,
  save: SaveDraft,
  saveNow: SaveDraft,
): DraftKeeper => {
  let last = start
  let parts = draftParts(start)
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    save(last.pod?.session, draftOf(last))
  }
  return {
    flush,
    leave: () => {
      clearTimeout(timer)
      timer = undefined
      saveNow(last.pod?.session, draftOf(last))
    },
    look: (state) => {
      const next = draftParts(state)
      last = state
      if (next.every((part, index) => part === parts[index])) return
      parts = next
      timer ??= setTimeout(flush, limits.draftWaitMs)
      if (draftOf(state) === undefined) flush()
    },
  }
}
