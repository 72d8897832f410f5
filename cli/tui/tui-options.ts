import type { LogRecord } from '../../domain/log/record.js'
import type { Segments } from '../../domain/segment.js'
import type { Sources } from './answering.js'
import type { Draft } from './editor/draft.js'
import type { SaveDraft } from './editor/draft-keeper.js'
import type { ClientConnection } from './pod/connection.js'
import type { TuiState } from './state.js'
import type { Screen, ScreenEvents, Terminal } from './terminal/screen.js'

/** What a TUI shows, and what it may do outside of its terminal. */
export type TuiOptions = Terminal &
  Sources & {
    /**
     * Makes a connection to the Pod; rejects with a sentence, gives `not_started` when there will
     * never be a Pod, and `gone` when it has ended. Called again after each break.
     */
    readonly connect: () => Promise<ClientConnection | 'not_started' | 'gone'>
    /**
     * Tells when there is a sign that the Pod can be reached again, until the function that it gives
     * is called. It may tell too often, and never.
     */
    readonly awaitPod?: (came: () => void) => () => void
    /** Has a Pod go on with this session, for `connect` to reach. Gives a sentence when none can. */
    readonly startAgain: (shown: TuiState) => Promise<string | undefined>
    /** The newest records of the session, to be shown until the Pod answers. */
    readonly tail?: ReadonlyArray<LogRecord>
    /** The names of the Pods that run; the first screen shows the others, and how to stop them. */
    readonly pods: ReadonlyArray<string>
    /** What was typed for this session and not sent when its last screen went. */
    readonly draft?: Draft | undefined
    readonly saveDraft?: SaveDraft
    /** As `saveDraft`, and on disk when it returns. */
    readonly saveDraftNow?: SaveDraft
    /** Earlier inputs, also of other sessions, the newest last. */
    readonly inputs?: ReadonlyArray<Segments>
    readonly remember?: (segments: Segments) => void
    /** Lets the person change a text in an editor of their own, which has the terminal meanwhile. */
    readonly editText?: (text: string) => Promise<EditedText>
    /** A TUI of this Pod that was left by a switch: it goes on as after a break of the line. */
    readonly from?: TuiState
    /** Why the person is here again, when something was refused. */
    readonly notice?: string
    /** What else is to be printed when the program ends; safe text, may be empty. */
    readonly besides?: () => string
    /** Takes the terminal in another way than the whole screen. */
    readonly open?: (events: ScreenEvents) => Screen
    /** Told of each new state. */
    readonly told?: (state: TuiState) => void
  }

/** The text as it came back, or in a sentence why it did not. */
export type EditedText = { readonly text: string } | { readonly fault: string }
