import * as t from 'io-ts'
import { InputId, RecordRef, TurnId } from '../ids.js'
import { Whole } from '../whole.js'
import { StopKind } from './turn.js'

// These names and fields are the storage format: see docs/log-format.md before changing one.

/** The head moved back to `to`; the log only grew. */
export const HeadReset = t.type(
  {
    type: t.literal('HeadReset'),
    data: t.intersection([
      t.type({ to: RecordRef, reason: t.literal('empty_turn'), stop: StopKind, turn: TurnId }),
      t.partial({ input: InputId }),
    ]),
  },
  'HeadReset',
)

/**
 * A turn that did not fit into the context window made room for the next: the model is told `text`
 * in its place.
 */
export const TurnLeftOut = t.type(
  { type: t.literal('TurnLeftOut'), data: t.type({ turn: TurnId, text: t.string }) },
  'TurnLeftOut',
)

/**
 * What was said before the record `kept_from` is told to the model as one summary from now on; the
 * seq of this very record when nothing is kept.
 */
export const ConversationCompacted = t.type(
  {
    type: t.literal('ConversationCompacted'),
    data: t.type({ turn: TurnId, summary: t.string, kept_from: Whole }),
  },
  'ConversationCompacted',
)
