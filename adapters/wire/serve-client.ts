import type { Socket } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import type { ClientId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import type { ErrorCode } from '../../domain/protocol/error-code.js'
import type { Method } from '../../domain/protocol/method.js'
import type { Notification } from '../../domain/protocol/notification.js'
import { encodeNotification } from '../../domain/protocol/notification-line.js'
import { type BadMethod, parseMethod } from '../../domain/protocol/parse-method.js'
import {
  answerInto,
  dismissOutbox,
  endOutbox,
  type Outbox,
  openOutbox,
  publishInto,
} from './outbox.js'
import { readLines } from './read-lines.js'

/** A client as the Pod sees it. */
export type WireClient = {
  readonly id: ClientId
  /** Sends to this client alone, behind what was sent and published before; harmless once it left. */
  readonly send: (notification: Notification) => void
  /** Whether it left or was dismissed, so that no answer will be read any more. */
  readonly isGone: () => boolean
}

export type WireHost = {
  /**
   * `hello` and `snapshot` as of this moment. Called when a client connects and when one has to be
   * put right after falling behind (`hello` is then left out). What is published afterwards follows
   * the snapshot without gap or double, so it must agree with what has been published so far.
   */
  readonly greet: (client: ClientId) => ReadonlyArray<Notification>
  /** A client's call; calls of one client arrive in order. */
  readonly receive: (client: WireClient, method: Method) => void
  /** Something that nobody else hears of, in a sentence. */
  readonly onTrouble: (sentence: string) => void
}

/** One connection, as the server holds it. */
export type ServedClient = {
  /** Queues one encoded notification. */
  readonly publish: (line: Buffer) => void
  /** Lets the client take what is queued, then ends the connection. */
  readonly end: () => void
  readonly destroy: () => void
}

/** Greets a client, gives its calls to the host, and keeps what it does not read within limits. */
export const serveClient = (socket: Socket, id: ClientId, host: WireHost): ServedClient => {
  const outbox: Outbox = openOutbox(socket, greeting(id, host), {
    greetAgain: () => resyncing(id, host),
    onAnswersUnread: () => dismiss('invalid_request', answersUnread, outbox),
  })
  readCalls({ outbox, id, host, owed: 0, hasEnded: false })
  return {
    publish: (line) => publishInto(line, outbox),
    end: () => endOutbox(outbox),
    destroy: () => socket.destroy(),
  }
}

/** Says why a client cannot stay, and ends the connection. */
export const turnAway = (socket: Socket, code: ErrorCode, message: string): void => {
  const source = { greetAgain: () => [], onAnswersUnread: () => undefined }
  dismiss(code, message, openOutbox(socket, [], source))
}

/** The line of a notification as it goes over the wire. */
export const wireLine = (notification: Notification): Buffer =>
  Buffer.from(`${encodeNotification(notification)}\n`)

type Caller = {
  readonly outbox: Outbox
  readonly id: ClientId
  readonly host: WireHost
  /** Calls whose answer is still to come: those with an id, and those for a page of history. */
  owed: number
  /** The client sends no more; it still gets the answers that it is owed. */
  hasEnded: boolean
}

const answersUnread = 'you call faster than you read the answers; read each before the next call'

const greeting = (id: ClientId, host: WireHost) => host.greet(id).map(wireLine)

const resyncing = (id: ClientId, host: WireHost) => [
  wireLine({ event: 'resync', data: {} }),
  ...host
    .greet(id)
    .filter((notification) => notification.event !== 'hello')
    .map(wireLine),
]

const readCalls = (caller: Caller) => {
  const { outbox } = caller
  readLines(outbox.socket, {
    onLine: (line) => takeLine(line, caller),
    onTooLarge: () => dismiss('frame_too_large', tooLarge, outbox),
    onEnd: () => {
      caller.hasEnded = true
      endIfDone(caller)
    },
    isWanted: () => !isGone(outbox),
  })
}

const tooLarge = `a line has at most ${limits.frameBytesMax} bytes`

const takeLine = (line: Uint8Array, caller: Caller) => {
  const method = parseMethod(line)
  if (E.isLeft(method)) return refuse(method.left, caller)
  const { right: call } = method
  if (isAnswered(call)) caller.owed += 1
  caller.host.receive(clientOf(call, caller), call)
}

// A call without an id is answered when it asks for a page.
const isAnswered = ({ id, method }: Method): boolean => id !== undefined || method === 'get_history'

const clientOf = (call: Method, caller: Caller): WireClient => ({
  id: caller.id,
  send: (answer) => send(answer, { call, caller }),
  isGone: () => isGone(caller.outbox),
})

const isGone = ({ ending, socket }: Outbox): boolean => ending || socket.destroyed

const refuse = (bad: BadMethod, caller: Caller) =>
  answerInto(wireLine({ event: 'error', data: { code: 'invalid_request', ...bad } }), caller.outbox)

type OpenCall = { readonly call: Method; readonly caller: Caller }

const send = (answer: Notification, { call, caller }: OpenCall) => {
  answerInto(wireLine(answer), caller.outbox)
  if (isAnswered(call) && isLast(answer, call)) caller.owed = Math.max(0, caller.owed - 1)
  endIfDone(caller)
}

// A page comes before the `ack` of its call, when that has an id.
const isLast = (answer: Notification, { id }: Method): boolean =>
  id === undefined ? answer.event === 'history' || answer.event === 'error' : 'id' in answer.data

const endIfDone = (caller: Caller) => {
  if (caller.hasEnded && caller.owed <= 0) endOutbox(caller.outbox)
}

const dismiss = (code: ErrorCode, message: string, outbox: Outbox) => {
  dismissOutbox(wireLine({ event: 'error', data: { code, message } }), outbox)
  // Whoever does not even read the reason has no claim to the descriptor.
  setTimeout(() => outbox.socket.destroy(), limits.wireFlushMs).unref()
}
