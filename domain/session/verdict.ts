import * as E from 'fp-ts/lib/Either.js'
import type { Event } from '../event/event.js'
import type { InputId } from '../ids.js'
import type { ErrorCode } from '../protocol/error-code.js'
import type { Segments } from '../segment.js'
import type { Draft } from './draft.js'
import { runningTurn, type State } from './state.js'

/** Why a command was not accepted; it goes to that client only and changes nothing. */
export type Rejection = { readonly code: ErrorCode; readonly message: string }

/** One group of events, possibly none, and what the `ack` says besides. */
export type Decision = {
  readonly events: ReadonlyArray<Event>
  readonly answer: { readonly input?: InputId; readonly segments?: Segments }
}

/** Accepted: the group that the draft holds, and the answer's own part. */
export const accept = (
  draft: Draft,
  answer: Decision['answer'] = {},
): E.Either<Rejection, Decision> => E.right({ events: draft.events, answer })

/** Not accepted. `message` is one sentence that says what to do. */
export const reject = (code: ErrorCode, message: string): E.Either<Rejection, Decision> =>
  E.left({ code, message })

/** Whether the Pod has left or is about to leave. */
export const isLeaving = (state: State): boolean =>
  state.pod?.left === true || runningTurn(state)?.stop?.leave === true

/** The refusal of a Pod that leaves. */
export const shuttingDown = ({ session }: State): E.Either<Rejection, Decision> =>
  reject(
    'shutting_down',
    session === undefined
      ? 'The Pod is shutting down: start another with yoi.'
      : `The Pod is shutting down: go on with its session by yoi --session ${session.id}`,
  )

/** The refusal of a Pod whose turn runs. */
export const alreadyRunning = reject(
  'already_running',
  'A turn is running; queue the input, or pause or cancel the turn first.',
)
