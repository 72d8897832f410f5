import * as t from 'io-ts'
import { HookPoint } from '../hook-point.js'
import { CallId, Hash, InputId, SubmitKey, TurnId } from '../ids.js'
import { ReplyBlock, Usage } from '../reply.js'
import { Segments } from '../segment.js'
import { Outcome, OutputCut } from '../tool/outcome.js'
import { Whole } from '../whole.js'

// These names and fields are the storage format: see docs/log-format.md before changing one.

/** Who sent a Submit. Only a host's Submit is rolled back. */
export const Sender = t.keyof({ host: null, pod: null }, 'Sender')
export type Sender = t.TypeOf<typeof Sender>

/** What a stop asks for. */
export const StopKind = t.keyof({ pause: null, cancel: null, shutdown: null }, 'StopKind')
export type StopKind = t.TypeOf<typeof StopKind>

/**
 * A Submit opened a turn. `via`: by `run`; by itself or by `queue` on an idle Pod; or taken from the
 * queue by the person's `resume`.
 */
export const InputSubmitted = t.type(
  {
    type: t.literal('InputSubmitted'),
    data: t.intersection([
      t.type({
        input: InputId,
        turn: TurnId,
        segments: Segments,
        by: Sender,
        via: t.keyof({ run: null, queue: null, resume: null }),
      }),
      t.partial({ key: SubmitKey }),
    ]),
  },
  'InputSubmitted',
)

/** A request is about to leave. `request` is the SHA-256 of its body. */
export const RoundStarted = t.type(
  {
    type: t.literal('RoundStarted'),
    data: t.type({ turn: TurnId, round: Whole, attempt: Whole, request: Hash }),
  },
  'RoundStarted',
)

/** The model gave a whole reply; `thinking_ms` is the part of its time that went into thinking. */
export const AssistantReplied = t.type(
  {
    type: t.literal('AssistantReplied'),
    data: t.intersection([
      t.type({
        turn: TurnId,
        round: Whole,
        content: t.readonlyArray(ReplyBlock),
        stop_reason: t.string,
        usage: Usage,
        model: t.string,
      }),
      t.partial({ request_id: t.string, thinking_ms: t.number }),
    ]),
  },
  'AssistantReplied',
)

/** A tool is about to run. */
export const ToolCallStarted = t.type(
  {
    type: t.literal('ToolCallStarted'),
    data: t.type({ turn: TurnId, call: CallId, name: t.string }),
  },
  'ToolCallStarted',
)

/** A call has its result. `synthetic`: the tool never gave one and yoi closed the call. */
export const ToolCallCompleted = t.type(
  {
    type: t.literal('ToolCallCompleted'),
    data: t.intersection([
      t.type({
        turn: TurnId,
        call: CallId,
        outcome: Outcome,
        summary: t.string,
        content: t.string,
      }),
      t.partial({
        synthetic: t.boolean,
        by: t.string,
        cut: OutputCut,
        duration_ms: t.number,
      }),
    ]),
  },
  'ToolCallCompleted',
)

/** The hooks of this point are about to be asked; `call` is there before a tool runs. */
export const HookAsked = t.type(
  {
    type: t.literal('HookAsked'),
    data: t.intersection([t.type({ turn: TurnId, on: HookPoint }), t.partial({ call: CallId })]),
  },
  'HookAsked',
)

/** The hooks have answered. `failed` says why one gave no answer; such a hook never blocks. */
export const HookAnswered = t.type(
  {
    type: t.literal('HookAnswered'),
    data: t.intersection([
      t.type({
        turn: TurnId,
        on: HookPoint,
        decision: t.keyof({ continue: null, pause: null }),
      }),
      t.partial({ call: CallId, reason: t.string, failed: t.string }),
    ]),
  },
  'HookAnswered',
)

/** yoi told the model something on its own account. */
export const NoteAdded = t.type(
  {
    type: t.literal('NoteAdded'),
    data: t.type({ turn: TurnId, kind: t.string, text: t.string }),
  },
  'NoteAdded',
)

/** Someone asked the turn to stop. `shown` is what a client had seen of the unfinished reply. */
export const StopRequested = t.type(
  {
    type: t.literal('StopRequested'),
    data: t.intersection([
      t.type({
        turn: TurnId,
        stop: StopKind,
        by: t.string,
        shown: t.readonlyArray(t.UnknownRecord),
      }),
      t.partial({ usage: Usage, reason: t.string }),
    ]),
  },
  'StopRequested',
)

/** The turn rests and can be resumed. */
export const TurnPaused = t.type(
  { type: t.literal('TurnPaused'), data: t.type({ turn: TurnId, by: t.string }) },
  'TurnPaused',
)

/** A resting turn goes on. */
export const TurnResumed = t.type(
  { type: t.literal('TurnResumed'), data: t.type({ turn: TurnId, by: t.string }) },
  'TurnResumed',
)

export const TurnResult = t.keyof(
  { finished: null, cancelled: null, errored: null, limit_reached: null },
  'TurnResult',
)
export type TurnResult = t.TypeOf<typeof TurnResult>

/**
 * The turn has its one ending. `error` is a code and one sentence that says what to do; `too_long`:
 * it did not fit into the model's context window; `thinking_refused`: the provider does not take its
 * own thinking back, so all thinking up to here is left out of requests from now on.
 */
export const TurnEnded = t.type(
  {
    type: t.literal('TurnEnded'),
    data: t.intersection([
      t.type({ turn: TurnId, result: TurnResult }),
      t.partial({
        by: t.string,
        error: t.type({ code: t.string, message: t.string }),
        too_long: t.literal(true),
        thinking_refused: t.literal(true),
      }),
    ]),
  },
  'TurnEnded',
)
