import type { RecordRef, SessionId, TurnId } from '../domain/ids.js'
import type { Status } from '../domain/protocol/status.js'
import { statusOf } from '../domain/session/announce.js'
import type { State } from '../domain/session/state.js'

/** What status.json says. `pod` is the last that took the session, `turn` the open one. */
export type StatusFile = {
  readonly session: SessionId | null
  readonly pod: string | null
  readonly status: Status
  readonly turn: TurnId | null
  readonly head: RecordRef | null
}

/** The status as the records alone give it, which is before anything a restore would settle. */
export const statusFile = (state: State): StatusFile => ({
  session: state.session?.id ?? null,
  pod: state.pod?.name ?? null,
  status: statusOf(state).status,
  turn: state.conversation.turn?.id ?? null,
  head: state.conversation.head ?? null,
})

/** The text of status.json. */
export const statusText = (status: StatusFile): string => `${JSON.stringify(status)}\n`
