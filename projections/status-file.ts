import type { RecordRef, SessionId, TurnId } from '../domain/ids.js'
import type { Status } from '../domain/protocol/status.js'
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
export const statusFile = ({ session, pod, conversation }: State): StatusFile => ({
  session: session?.id ?? null,
  pod: pod?.name ?? null,
  status:
    conversation.turn === undefined ? 'idle' : conversation.turn.resting ? 'paused' : 'running',
  turn: conversation.turn?.id ?? null,
  head: conversation.head ?? null,
})

/** The text of status.json. */
export const statusText = (status: StatusFile): string => `${JSON.stringify(status)}\n`
