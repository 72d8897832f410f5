import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { limits } from '../../domain/limits.js'
import type {
  Call,
  CallOutcome,
  CallProgress,
  CallRefusal,
  WaitFor,
} from '../../domain/protocol/call.js'
import { breakCall, startCall, stepCall } from '../../domain/protocol/call-progress.js'
import { jsonLine } from '../../domain/protocol/json-line.js'
import type { Method } from '../../domain/protocol/method.js'
import type { Notification } from '../../domain/protocol/notification.js'
import { type ClientConnection, type ConnectFailure, connectClient } from './client.js'

/** Why a call came to nothing. `interrupted`: the caller gave up; the Pod goes on. */
export type CallFailure = {
  readonly code: ConnectFailure['code'] | CallRefusal['code'] | 'interrupted'
  readonly message: string
}

export type Following = {
  readonly waitFor: WaitFor
  /** Every notification after the call was sent, its last one included. */
  readonly onNotification?: (notification: Notification) => void
  /** Ends the connection, not what the call began. */
  readonly signal?: AbortSignal
}

/**
 * Connects to a Pod, makes one call when the Pod has greeted, waits for what `waitFor` says, and
 * leaves. The call is not repeated: on `closed` its message says whether it may have been taken.
 */
export const callPod = (
  path: string,
  method: Method,
  waitFor: WaitFor,
): TE.TaskEither<CallFailure, CallOutcome> => followCall(path, method, { waitFor })

/** The same, and hears what the Pod says meanwhile. */
export const followCall = (
  path: string,
  method: Method,
  following: Following,
): TE.TaskEither<CallFailure, CallOutcome> => {
  const call: Call = { ...method, id: method.id ?? 'call' }
  // The Pod would refuse it too, but would break off while the rest of the line is on its way.
  if (Buffer.byteLength(jsonLine(call)) > limits.frameBytesMax)
    return TE.left({ code: 'frame_too_large', message: tooLarge })
  return pipe(
    connectClient(path),
    TE.mapLeft((failure): CallFailure => failure),
    TE.chain((connection) => () => converse(connection, call, following)),
  )
}

const tooLarge = `The call is longer than ${limits.frameBytesMax} bytes; send less at once.`

type Result = E.Either<CallFailure, CallOutcome>

type Talk = {
  readonly connection: ClientConnection
  readonly call: Call
  readonly following: Following
  progress: CallProgress
}

const converse = async (
  connection: ClientConnection,
  call: Call,
  following: Following,
): Promise<Result> => {
  const talk: Talk = { connection, call, following, progress: startCall(call, following.waitFor) }
  const done = new AbortController()
  try {
    return await Promise.race([
      answered(talk),
      interrupted(following.signal, done.signal),
      ungreeted(talk, done.signal),
    ])
  } finally {
    done.abort()
    connection.close()
  }
}

const answered = (talk: Talk): Promise<Result> =>
  new Promise((resolve) => {
    const move = (next: CallProgress) => {
      const greeted = talk.progress.status === undefined && next.status !== undefined
      talk.progress = next
      if (next.result !== undefined) resolve(next.result)
      else if (greeted) talk.connection.send(talk.call)
    }
    talk.connection.onNotification((notification) => {
      if (talk.progress.result !== undefined) return
      if (talk.progress.status !== undefined) talk.following.onNotification?.(notification)
      move(stepCall(notification, talk.progress))
    })
    talk.connection.onClose((reason) => move(breakCall(reason, talk.progress)))
  })

const interrupted = (signal: AbortSignal | undefined, done: AbortSignal): Promise<Result> =>
  new Promise((resolve) => {
    const giveUp = () => resolve(E.left({ code: 'interrupted', message: 'Interrupted.' }))
    if (signal?.aborted === true) giveUp()
    else signal?.addEventListener('abort', giveUp, { signal: done })
  })

const ungreeted = (talk: Talk, done: AbortSignal): Promise<Result> =>
  new Promise((resolve) => {
    const giveUp = () => resolve(E.left({ code: 'unreachable', message: silent }))
    const timer = setTimeout(() => {
      if (talk.progress.status === undefined) giveUp()
    }, limits.greetingWaitMs)
    done.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })

const silent = `The Pod took the connection and said nothing for ${limits.greetingWaitMs / 1000} s; it may be suspended.`
