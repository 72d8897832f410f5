import type { TurnResult } from '../../domain/event/turn.js'
import type { CallId, InputId, Seq, SessionId, TurnId } from '../../domain/ids.js'
import type { Usage } from '../../domain/reply.js'
import type { Segments } from '../../domain/segment.js'
import type { Timestamp } from '../../domain/time.js'
import type { OutputCut } from '../../domain/tool/outcome.js'

/** How far a call has come. `waiting`: the model asked for it and it has not started. */
export type ToolState =
  | 'waiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'denied'
  | 'interrupted'
  | 'cancelled'
  | 'unknown'

/** A Submit as it was typed. */
export type InputBlock = {
  readonly kind: 'input'
  readonly seq: Seq
  readonly turn: TurnId
  readonly input: InputId
  readonly segments: Segments
  readonly by: 'host' | 'pod'
}

/** Words of the model. `partial`: a stop cut them off; they are not in the conversation. */
export type WordsBlock = {
  readonly kind: 'text' | 'thinking'
  readonly seq: Seq
  readonly turn: TurnId
  readonly text: string
  readonly partial: boolean
  /** How long the model thought, in ms; where the log tells it. */
  readonly thoughtMs?: number
}

/** A call with what became of it. `output` is what the model reads, already bounded. */
export type ToolBlock = {
  readonly kind: 'tool'
  readonly seq: Seq
  readonly turn: TurnId
  readonly call: CallId
  readonly name: string
  /** One line of what is asked. */
  readonly asked: string
  readonly input: unknown
  readonly state: ToolState
  readonly summary: string
  readonly output: string
  readonly cut?: OutputCut
  readonly synthetic: boolean
  readonly startedAt?: Timestamp
  /** How long it ran, in ms; absent for a call that yoi closed. */
  readonly durationMs?: number
}

/** yoi's own word in the conversation. */
export type NoteBlock = {
  readonly kind: 'note'
  readonly seq: Seq
  readonly turn: TurnId
  readonly note: string
  readonly text: string
}

/** News from outside the turn: it stays when a turn is taken back. */
export type NewsBlock =
  | { readonly kind: 'notice'; readonly seq: Seq; readonly message: string }
  | {
      readonly kind: 'child'
      readonly seq: Seq
      readonly pod: string
      readonly report: string
      readonly message: string
    }
  | { readonly kind: 'model'; readonly seq: Seq; readonly model: string }
  | { readonly kind: 'fork'; readonly seq: Seq; readonly session: SessionId; readonly at: Seq }

/** What a turn has taken: the tokens of its requests, and the time that it did not rest, in ms. */
export type Spent = {
  readonly usage: Usage
  readonly ms: number
  /** A request was not answered to its end, so it took more than is known. */
  readonly isLeast?: true
}

/** After what a turn was taken up again by another Pod. */
export type Restored = 'stop' | 'crash'

/** A place where a turn rested, went on, ended or was taken back. */
export type MarkBlock = { readonly kind: 'mark'; readonly seq: Seq; readonly turn: TurnId } & (
  | { readonly mark: 'paused'; readonly by: string }
  | { readonly mark: 'resumed'; readonly by: string; readonly restored?: Restored }
  | {
      readonly mark: 'ended'
      readonly result: TurnResult
      readonly by: string
      readonly error: string
      /** Absent where the log was read from the middle of the turn. */
      readonly spent?: Spent
    }
  | {
      readonly mark: 'taken_back'
      readonly stop: string
      /** What had been asked, where it is known. */
      readonly segments?: Segments
    }
)

/** One thing of a transcript, in the order of the log. */
export type Block = InputBlock | WordsBlock | ToolBlock | NoteBlock | NewsBlock | MarkBlock
