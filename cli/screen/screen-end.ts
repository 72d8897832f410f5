import type * as E from 'fp-ts/lib/Either.js'
import type { SessionId } from '../../domain/ids.js'
import type { ExitCode } from '../command.js'
import type { SwitchTo } from '../tui/command.js'
import type { TuiState } from '../tui/state.js'

/** A Pod to be shown. */
export type PodToShow = {
  /** Where it serves, as soon as it does. Left: a sentence, and there will be no Pod. */
  readonly socket: Promise<E.Either<string, string>>
  /** What a Pod that takes its place is started with, besides the name and the session. */
  readonly argv?: ReadonlyArray<string>
  /** Its session: the end of that one's log is shown until the Pod answers. */
  readonly session?: SessionId
  /** The screen of it that was left for a picker; it goes on there. */
  readonly from?: TuiState
  /** Why that picker led back to it, when something was refused. */
  readonly notice?: string
}

/** A Pod whose screen was left for a picker, with all that was typed there. */
export type ShownPod = {
  readonly pod: PodToShow
  readonly state: TuiState
  readonly farewell: string
}

/**
 * How a way through the screens ended: a Pod was shown to the end, something was refused and no Pod
 * was shown to the end, the person left a dialog, or wants to see another Pod.
 */
export type ScreenEnd =
  | { readonly type: 'ended'; readonly code: ExitCode }
  | { readonly type: 'refused'; readonly sentence: string }
  | { readonly type: 'left' }
  | { readonly type: 'switched'; readonly to: SwitchTo; readonly shown: ShownPod }

/** Nothing is shown for this reason, a sentence. */
export const notShown = (sentence: string): ScreenEnd => ({ type: 'refused', sentence })

/** The person left a dialog, or the terminal is gone. */
export const leftDialog: ScreenEnd = { type: 'left' }
