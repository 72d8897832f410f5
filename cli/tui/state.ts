import type { InputId, SessionId } from '../../domain/ids.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { Greeting, QueuedInput } from '../../domain/protocol/notification.js'
import type { PodStatus } from '../../domain/protocol/status.js'
import type { Usage } from '../../domain/reply.js'
import type { Segments } from '../../domain/segment.js'
import type { Live } from '../../projections/transcript/live.js'
import type { Sequence } from '../../projections/transcript/sequence.js'
import type { Transcript } from '../../projections/transcript/transcript.js'
import type { Command } from './command.js'
import type { Atoms, Editor } from './editor/editor.js'
import type { Action, Keymap } from './keys/keymap.js'
import type { FileListing } from './menu/file-listing.js'
import type { Overlay } from './menu/overlay.js'
import type { LiveClock } from './pod/live-clock.js'
import type { Search } from './search/search-state.js'

/** Where the line to the Pod stands. `greeting`: connected, the snapshot is still to come. */
export type Connection =
  | { readonly tag: 'connecting'; readonly attempt: number }
  | { readonly tag: 'greeting'; readonly attempt: number }
  | { readonly tag: 'live' }
  | {
      readonly tag: 'broken'
      readonly attempt: number
      readonly reason: string
      readonly retryAtMs: number
    }
  | Ended
  | { readonly tag: 'starting'; readonly attempt: number; readonly was: Ended }

/** No Pod is at the other end any more, until it is started again. */
export type Ended = {
  readonly tag: 'ended'
  readonly attempt: number
  readonly how: 'died' | 'shut_down'
  /** Why it shut down, in words; empty when it died. */
  readonly by: string
  /** Why it could not be started again, a sentence. */
  readonly fault?: string
}

/** The Pod at the other end, as `hello` and the snapshot name it. */
export type PodInfo = {
  readonly pod: string
  readonly session: SessionId
  readonly greeting: Greeting | undefined
}

/**
 * A Submit that has no answer yet. `kept` ones wait for the next status before they are sent. The
 * id is also its key: sending it again is harmless.
 */
export type Submit = {
  readonly id: string
  readonly segments: Segments
  readonly sent: 'kept' | 'run' | 'queue'
  /** Typed while the connection was broken. */
  readonly blind?: boolean
}

/** A start or a stop that was asked for and has not shown in the status. */
export type Asked = {
  readonly kind: 'start' | 'stop'
  readonly id: string
  readonly acked: boolean
  readonly atMs: number
}

/** Other calls that wait for an answer, by their id. */
export type OpenCall =
  | {
      readonly kind: 'withdraw'
      readonly id: string
      readonly input: InputId
      readonly segments: Segments
    }
  | { readonly kind: 'history'; readonly id: string }
  | { readonly kind: 'other'; readonly id: string }

export type Hint = {
  readonly level: 'info' | 'warning' | 'error'
  readonly text: string
  readonly untilMs: number
  /** What the Pod has warned of while this stands, oldest first; `text` is all of it. */
  readonly alerts?: ReadonlyArray<string>
  /** What was in the editor, when the hint is of that: it goes when that changes. */
  readonly about?: Atoms
  /** It speaks of the key that was pressed last, and goes when another one is. */
  readonly isOfKey?: true
}

/** Where the transcript is scrolled to: its end, or this line at the top. */
export type Scroll =
  | { readonly tag: 'following' }
  | { readonly tag: 'held'; readonly element: number; readonly line: number }

export type InputHistory = {
  readonly entries: ReadonlyArray<Segments>
  /** The entry shown in the editor, and what was being typed before. */
  readonly browsing: { readonly at: number; readonly draft: Editor } | undefined
}

export type Detail = 'overview' | 'normal' | 'detail'

/** All that the TUI knows. */
export type TuiState = {
  readonly size: { readonly width: number; readonly height: number }
  /** The Pods that ran when the screen began, perhaps its own among them. */
  readonly pods: ReadonlyArray<string>
  readonly keymap: Keymap
  /** The person's own folder, which is shown as `~`. */
  readonly home: string | undefined
  /** What is wrong with the manifest of the screen, in sentences. */
  readonly remarks: ReadonlyArray<string>
  /** The newest time that a message carried, monotonic ms. */
  readonly nowMs: number
  readonly connection: Connection
  readonly pod: PodInfo | undefined
  /** What this Pod has to say of how it was started, in sentences. */
  readonly podRemarks: ReadonlyArray<string>
  readonly status: PodStatus | undefined
  /** What the Pod has said of a log that it cannot write; holds while the status says that it fails. */
  readonly logTrouble: string
  /** The last check of the log that was asked for here found it not whole. */
  readonly isLogBad: boolean
  readonly records: Sequence<LogRecord>
  /** Records in the log, as far as the Pod has said. */
  readonly total: number
  readonly transcript: Transcript
  /** Tokens of the requests before the records that are here; undefined while not known. */
  readonly olderUsage: Usage | undefined
  readonly live: Live
  readonly clock: LiveClock
  readonly retryAtMs: number
  readonly queue: ReadonlyArray<QueuedInput>
  readonly editor: Editor
  readonly pastes: number
  readonly history: InputHistory
  readonly submits: ReadonlyArray<Submit>
  /** An empty Enter during a stop, done with the next status. */
  readonly keptResume: string | undefined
  readonly asked: Asked | undefined
  readonly calls: ReadonlyArray<OpenCall>
  /** Keys of own Submits, and the ids that the Pod gave them. */
  readonly ownKeys: ReadonlyArray<string>
  readonly ownInputs: ReadonlyArray<string>
  /** Own Submits that were taken back and whose text is with the person again. */
  readonly broughtBack: ReadonlyArray<string>
  /** Texts that came back and wait for Alt-Up, oldest first. */
  readonly returned: ReadonlyArray<Segments>
  /** A text that was taken back and had not been sent from here: Alt-Up fetches it till the next turn. */
  readonly unclaimed: Segments | undefined
  /** What the person's own editor was given, while it has it. */
  readonly outside: Atoms | undefined
  /** The action whose key was pressed once and does its work at the second press. */
  readonly armed: { readonly action: Action; readonly atMs: number } | undefined
  readonly stoppingSinceMs: number | undefined
  readonly leaving: boolean
  readonly hint: Hint | undefined
  readonly scroll: Scroll
  readonly search: Search | undefined
  readonly detail: Detail
  readonly overlay: Overlay
  readonly files: FileListing
  /** Questions that panels have asked so far. */
  readonly asks: number
}

/** A new state and what the shell shall do. */
export type Step = { readonly state: TuiState; readonly commands: ReadonlyArray<Command> }

/** A step to this state, with the commands in the order in which they are to be performed. */
export const step = (state: TuiState, ...commands: ReadonlyArray<Command>): Step => ({
  state,
  commands,
})

/** What keys mean now. `offline`: there is no status to go by. */
export type Mode = 'offline' | 'idle' | 'running' | 'stopping' | 'paused'

/** A stop or start that was asked for counts before the status shows it, so no key is misread. */
export const modeOf = ({ connection, status, asked }: TuiState): Mode => {
  if (connection.tag !== 'live' || status === undefined) return 'offline'
  if (status.stopping !== undefined || asked?.kind === 'stop') return 'stopping'
  return asked?.kind === 'start' ? 'running' : status.status
}

/** Two presses of a key within this time, by the keys' own times, are a double press. */
export const armedMs = 3000

const hintMs = { info: 5000, warning: 5000, error: 20_000 } as const

/** The state with a line for the person that goes by itself. */
export const withHint = (
  level: Hint['level'],
  text: string,
  at: { readonly atMs: number; readonly state: TuiState },
): TuiState => ({ ...at.state, hint: { level, text, untilMs: at.atMs + hintMs[level] } })
