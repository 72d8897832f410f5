import type { SessionId } from '../../domain/ids.js'
import type { Method } from '../../domain/protocol/method.js'
import type { Segments } from '../../domain/segment.js'
import type { PanelKind } from './panel/panel.js'

/** What the update asks of the shell, as data. Performed in order. */
export type Command =
  | { readonly type: 'Send'; readonly method: Method }
  | { readonly type: 'Connect'; readonly afterMs: number }
  /** A Pod goes on with the session that is shown; its answer is a connection or a `NotStarted`. */
  | { readonly type: 'StartAgain' }
  | { readonly type: 'Quit'; readonly farewell: Farewell }
  /** An input for the history that outlives the screen. */
  | { readonly type: 'Remember'; readonly segments: Segments }
  /** The text goes to the person's own editor; its answer is an `Edited` or a `Said`. */
  | { readonly type: 'EditOutside'; readonly text: string }
  | Switch
  | { readonly type: 'Suspend' }
  | { readonly type: 'Repaint' }
  /** Reaches the person when they look elsewhere; the words need not be safe. */
  | { readonly type: 'Ring'; readonly words: string }
  | ReadPanel
  /** Nobody waits for what a panel shows any more. */
  | { readonly type: 'LeavePanel' }
  | { readonly type: 'ListFiles'; readonly asked: number }

/** Asks for what a panel shows besides the state; one at a time. */
export type ReadPanel = {
  readonly type: 'ReadPanel'
  readonly of: PanelKind
  readonly asked: number
  readonly session: SessionId | undefined
}

/** Leaves this Pod, which goes on, for a picker of what else there is to show. */
export type Switch = { readonly type: 'Switch'; readonly to: SwitchTo }

/** Which picker opens: of the sessions, or of the live Pods. */
export type SwitchTo = 'sessions' | 'pods'

/**
 * Why the TUI ends, and what to print below the prompt once the terminal is restored. The `fault` of
 * a Pod of another version of yoi is a sentence.
 */
export type Farewell = { readonly text: string } & (
  | { readonly reason: FarewellReason }
  | { readonly reason: 'incompatible'; readonly fault: string }
)

/** `not_started`: there is no Pod, and whoever wanted to start it says why. */
export type FarewellReason = 'left' | 'shut_down' | 'not_started'
