import * as t from 'io-ts'
import { Hash, SessionId } from '../ids.js'
import { ModelSettings } from '../settings.js'
import { HookPoint } from '../hook-point.js'
import { ToolSpec } from '../tool/spec.js'
import { Whole } from '../whole.js'

// These names and fields are the storage format: see docs/log-format.md before changing one.

/** A session began: everything a request needs that is not conversation is frozen here. */
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
      t.partial({ origin: t.UnknownRecord, max_rounds: t.number }),
    ]),
  },
  'SessionStarted',
)

/**
 * This Pod took the session; its tools are those of every request until the next `PodAttached`, and
 * `hooks` are the points where it asks before going on.
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
      t.partial({ hooks: t.readonlyArray(HookPoint) }),
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
