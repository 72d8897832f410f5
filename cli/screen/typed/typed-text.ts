import { systemClock } from '../../../adapters/node/clock.js'
import type { SessionId } from '../../../domain/ids.js'
import type { TuiOptions } from '../../tui/tui-options.js'
import type { ScreenWorld } from '../world.js'
import { openDrafts } from './drafts.js'
import { openInputHistory } from './input-history.js'

/** What a screen knows of what was typed before, and keeps of what is typed in it. */
export type TypedText = {
  readonly options: Pick<TuiOptions, 'draft' | 'saveDraft' | 'saveDraftNow' | 'inputs' | 'remember'>
  /** Resolves when all is on disk. */
  readonly settled: () => Promise<void>
}

/**
 * Opens the draft of this session and the earlier inputs of all. A screen that goes on has its draft
 * with it. Where the person keeps no history, nothing is read or written. Never rejects.
 */
export const openTypedText = async (
  { paths, terminal }: ScreenWorld,
  session: SessionId | undefined,
  isNew: boolean,
): Promise<TypedText> => {
  if (!terminal.settings.history) return { options: {}, settled: () => Promise.resolve() }
  const drafts = await openDrafts(paths.drafts, session, isNew)
  const history = await openInputHistory(paths.inputHistory, systemClock.now)
  const { left, save, saveNow } = drafts
  const { inputs, remember } = history
  return {
    options: { draft: left, saveDraft: save, saveDraftNow: saveNow, inputs, remember },
    settled: async () => {
      await drafts.settled()
      await history.settled()
    },
  }
}
