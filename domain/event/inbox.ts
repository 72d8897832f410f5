import * as t from 'io-ts'
import { InputId, SubmitKey, TurnId } from '../ids.js'
import { Segments } from '../segment.js'
import { Sender } from './turn.js'

// These names and fields are the storage format: see docs/log-format.md before changing one.

/** A Submit waits for its turn. */
export const InputQueued = t.type(
  {
    type: t.literal('InputQueued'),
    data: t.intersection([
      t.type({ input: InputId, segments: Segments, by: Sender }),
      t.partial({ key: SubmitKey }),
    ]),
  },
  'InputQueued',
)

/** A waiting Submit was taken back. */
export const InputWithdrawn = t.type(
  { type: t.literal('InputWithdrawn'), data: t.type({ input: InputId, by: t.string }) },
  'InputWithdrawn',
)

/** A notice for the model arrived. */
export const NoticeReceived = t.type(
  {
    type: t.literal('NoticeReceived'),
    data: t.type({ notice: InputId, message: t.string, auto_run: t.boolean }),
  },
  'NoticeReceived',
)

/** A child Pod reported. `kind` from a later version passes and is kept. */
export const ChildReported = t.type(
  {
    type: t.literal('ChildReported'),
    data: t.intersection([
      t.type({ report: InputId, kind: t.string, pod_name: t.string }),
      t.partial({ message: t.string, detail: t.UnknownRecord }),
    ]),
  },
  'ChildReported',
)

/**
 * Notices and reports entered the conversation of `turn`; opens it when none is open. `by` is there
 * when a person's `resume` opened the turn with them.
 */
export const InboxDelivered = t.type(
  {
    type: t.literal('InboxDelivered'),
    data: t.intersection([
      t.type({ turn: TurnId, ids: t.readonlyArray(InputId) }),
      t.partial({ by: t.literal('resume') }),
    ]),
  },
  'InboxDelivered',
)
