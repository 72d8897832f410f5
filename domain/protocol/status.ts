import * as t from 'io-ts'
import { StopKind } from '../event/turn.js'
import { TurnId } from '../ids.js'

/** What a Pod is doing. */
export const Status = t.keyof({ idle: null, running: null, paused: null }, 'Status')
export type Status = t.TypeOf<typeof Status>

/** The status as the wire gives it: in `snapshot` and `status` only. */
export const PodStatus = t.intersection(
  [
    t.type({ status: Status, queue_held: t.boolean }),
    t.partial({ stopping: StopKind, turn: TurnId, storage: t.literal('failed') }),
  ],
  'PodStatus',
)
export type PodStatus = Readonly<t.TypeOf<typeof PodStatus>>

/** The status that a snapshot holds, without the rest of it. */
export const statusIn = ({
  status,
  queue_held,
  stopping,
  turn,
  storage,
}: PodStatus): PodStatus => ({
  status,
  queue_held,
  ...(stopping === undefined ? {} : { stopping }),
  ...(turn === undefined ? {} : { turn }),
  ...(storage === undefined ? {} : { storage }),
})
