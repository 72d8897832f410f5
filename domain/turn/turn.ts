import type { Sender, StopKind } from '../event/turn.js'
import type { HookPoint } from '../hook-point.js'
import type { CallId, InputId, Seq, TurnId } from '../ids.js'
import type { Segments } from '../segment.js'
import type { Call } from './call.js'

/** Who opened a turn. */
export type OpenedBy = 'run' | 'queue' | 'notice' | 'child_report'

/** The newest request of a turn. `cause` is the seq of its `RoundStarted`. */
export type SentRequest = {
  readonly cause: Seq
  readonly round: number
  readonly attempt: number
  readonly answered: boolean
}

/**
 * A stop under way. `kind` is what becomes of the turn, `asked` the newest wish in its own word,
 * `leave` whether the Pod goes afterwards, `cause` the seq of the first `StopRequested`.
 */
export type Stop = {
  readonly kind: 'pause' | 'cancel'
  readonly asked: StopKind
  readonly leave: boolean
  readonly by: string
  readonly cause: Seq
}

/** An open turn: running, or at rest and resumable. */
export type Turn = {
  readonly id: TurnId
  readonly openedBy: OpenedBy
  readonly resting: boolean
  /** It has rested once, a crash included: such a turn is never rolled back. */
  readonly rested: boolean
  /** A reply has been recorded. */
  readonly replied: boolean
  readonly submit?: { readonly input: InputId; readonly segments: Segments; readonly by: Sender }
  readonly request?: SentRequest
  /** The calls of the newest reply, in its order. */
  readonly calls: ReadonlyArray<Call>
  /** The newest reply asked to be continued without calling a tool. */
  readonly unfinished: boolean
  /** The hooks have been asked about this end of the turn. */
  readonly endAsked: boolean
  /** The hooks that are being asked. `cause` is the seq of their `HookAsked`. */
  readonly hook?: { readonly cause: Seq; readonly on: HookPoint; readonly call?: CallId }
  readonly stop?: Stop
}

/** A turn that has just begun. */
export const newTurn = (id: TurnId, openedBy: OpenedBy, submit?: Turn['submit']): Turn => ({
  id,
  openedBy,
  resting: false,
  rested: false,
  replied: false,
  ...(submit === undefined ? {} : { submit }),
  calls: [],
  unfinished: false,
  endAsked: false,
})

/** The turn with one more stop asked: a cancel wins, leaving is remembered, the first one counts. */
export const withStop = (turn: Turn, asked: Omit<Stop, 'kind' | 'leave'>): Turn => ({
  ...withoutHook(turn),
  stop: {
    kind: asked.asked === 'cancel' || turn.stop?.kind === 'cancel' ? 'cancel' : 'pause',
    asked: asked.asked,
    leave: asked.asked === 'shutdown' || turn.stop?.leave === true,
    by: asked.by,
    cause: turn.stop?.cause ?? asked.cause,
  },
})

/** The turn without hooks that are being asked. */
export const withoutHook = ({ hook: _, ...turn }: Turn): Turn => turn

/** The turn at rest. */
export const atRest = (turn: Turn): Turn => {
  const { stop: _, ...rest } = withoutHook(turn)
  return { ...rest, resting: true, rested: true }
}

/** The turn running again. */
export const resumed = (turn: Turn): Turn => ({ ...turn, resting: false, rested: true })

/** The turn with one call changed. */
export const withCall = (turn: Turn, id: CallId, change: (call: Call) => Call): Turn => ({
  ...turn,
  calls: turn.calls.map((call) => (call.id === id ? change(call) : call)),
})
