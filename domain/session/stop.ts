import type { StopKind } from '../event/turn.js'
import { started } from '../turn/call.js'
import type { Turn } from '../turn/turn.js'
import { closePending, neverStarted } from './close-calls.js'
import { type Draft, emit, emitAll, type Step } from './draft.js'
import { shownOf } from './live.js'
import { runningTurn, type State } from './state.js'

/** What is asked of a turn, by whom, and why if a hook said so. */
export type StopWish = { readonly stop: StopKind; readonly by: string; readonly reason?: string }

/** Asks the running turn to stop, and decides it at once unless tools run. */
export const requestStop =
  (turn: Turn, wish: StopWish): Step =>
  (draft) => {
    const { live } = draft.state
    const data = { turn: turn.id, ...wish, shown: shownOf(live) }
    return settleStop(
      emit({
        type: 'StopRequested',
        data: live.usage === undefined ? data : { ...data, usage: live.usage },
      })(draft),
    )
  }

/**
 * Decides a turn whose stop is under way, once no started call is awaited: taken back when the
 * model has given nothing to a host's Submit, ended when a cancel was asked, at rest otherwise.
 * Then the Pod leaves, if that was asked.
 */
export const settleStop: Step = (draft) => {
  const turn = runningTurn(draft.state)
  if (turn?.stop === undefined || started(turn.calls).length > 0) return draft
  const decided = outcome(turn, draft)
  return turn.stop.leave ? detach(turn.stop.by)(decided) : decided
}

const outcome = (turn: Turn, draft: Draft): Draft => {
  const by = turn.stop?.by ?? 'host'
  if (isEmpty(turn, draft.state)) return rollBack(turn)(draft)
  if (turn.stop?.kind === 'cancel') return cancelTurn(turn, by)(draft)
  return emit({ type: 'TurnPaused', data: { turn: turn.id, by } })(draft)
}

/** Whether the turn is a host's Submit to which the model has given nothing, and never rested. */
const isEmpty = (turn: Turn, state: State): boolean =>
  state.before !== undefined && !turn.rested && !turn.replied && !state.live.shown

const rollBack =
  (turn: Turn): Step =>
  (draft) => {
    const to = draft.state.before?.to
    if (to === undefined) return draft
    const stop = turn.stop?.asked ?? 'pause'
    const data = { to, reason: 'empty_turn' as const, stop, turn: turn.id }
    const input = turn.submit?.input
    return emit({
      type: 'HeadReset',
      data: input === undefined ? data : { ...data, input },
    })(draft)
  }

/** Ends the turn as cancelled, with a result for each call that never began. */
export const cancelTurn = (turn: Turn, by: string): Step =>
  emitAll([
    ...closePending(turn, neverStarted(by)),
    { type: 'TurnEnded', data: { turn: turn.id, result: 'cancelled', by } },
  ])

/** The Pod leaves the session. */
export const detach =
  (by: string): Step =>
  (draft) =>
    emit({ type: 'PodDetached', data: { pod: draft.state.pod?.name ?? '', by } })(draft)
