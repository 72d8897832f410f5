import * as t from 'io-ts'
import { HookPoint } from '../hook-point.js'
import { Hash, SessionId, TurnId } from '../ids.js'
import { Segments } from '../segment.js'
import { ModelSettings } from '../settings.js'
import { ToolSpec } from '../tool/spec.js'
import { ItemBlock, ItemRole } from '../turn/item.js'
import { Whole } from '../whole.js'

// These names and fields are the storage format: see docs/log-format.md before changing one.

/** A Submit of the origin; its item is made of the segments again. */
const ForkedInput = t.type(
  { kind: t.literal('input'), turn: TurnId, segments: Segments },
  'ForkedInput',
)

/** Anything else of the origin's conversation. Its calls are named anew: `0.0`, `0.1` … */
const ForkedItem = t.type(
  {
    kind: t.literal('item'),
    turn: TurnId,
    role: ItemRole,
    content: t.readonlyArray(ItemBlock),
  },
  'ForkedItem',
)

/** One part of the conversation that a fork took along. */
export const ForkedPart = t.union([ForkedInput, ForkedItem], 'ForkedPart')
export type ForkedPart = Readonly<t.TypeOf<typeof ForkedPart>>

/** The record of another session at which a fork was made. */
export const ForkPoint = t.readonly(
  t.type({ session: SessionId, seq: Whole, hash: Hash }, 'ForkPoint'),
)
export type ForkPoint = t.TypeOf<typeof ForkPoint>

/**
 * A session began: everything a request needs that is not conversation is frozen here. A fork also
 * names the record it was made at, and holds the conversation up to there.
 */
export const SessionStarted = t.type(
  {
    type: t.literal('SessionStarted'),
    data: t.intersection([
      t.type({
        format: Whole,
        session: SessionId,
        cwd: t.string,
        system: t.string,
        model: ModelSettings,
      }),
      t.partial({
        // Nothing writes it beside `forked_from`; it stays, since a line of the corpus holds it.
        origin: t.UnknownRecord,
        max_rounds: t.number,
        forked_from: ForkPoint,
        conversation: t.readonlyArray(ForkedPart),
      }),
    ]),
  },
  'SessionStarted',
)

/**
 * This Pod took the session; its tools are those of every request until the next `PodAttached`, and
 * `hooks` are the points where it asks before going on. `cwd` is the folder that it works in and the
 * session belongs to from now on; without it that is the one before.
 */
export const PodAttached = t.type(
  {
    type: t.literal('PodAttached'),
    data: t.intersection([
      t.type({
        pod: t.string,
        pid: t.number,
        yoi: t.string,
        scope: t.array(t.string),
        tools: t.array(ToolSpec),
      }),
      t.partial({ hooks: t.readonlyArray(HookPoint), cwd: t.string }),
    ]),
  },
  'PodAttached',
)

/** The Pod left the session in order. */
export const PodDetached = t.type(
  { type: t.literal('PodDetached'), data: t.type({ pod: t.string, by: t.string }) },
  'PodDetached',
)

/** The model settings of the session changed. */
export const ConfigChanged = t.type(
  {
    type: t.literal('ConfigChanged'),
    data: t.intersection([t.type({ model: ModelSettings }), t.partial({ by: t.string })]),
  },
  'ConfigChanged',
)

/** A torn tail was moved away before the next append; `kept` is the file that holds it. */
export const TailRepaired = t.type(
  {
    type: t.literal('TailRepaired'),
    data: t.type({ offset: t.number, length: t.number, digest: Hash, kept: t.string }),
  },
  'TailRepaired',
)
