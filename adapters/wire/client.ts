import { connect, type Socket } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import { limits } from '../../domain/limits.js'
import { noFrames, splitFrames } from '../../domain/protocol/frame.js'
import { jsonLine } from '../../domain/protocol/json-line.js'
import type { Method } from '../../domain/protocol/method.js'
import type { Notification } from '../../domain/protocol/notification.js'
import { decodeNotification } from '../../domain/protocol/notification-line.js'
import { codeOf } from '../node/code-of.js'
import { callingSentence, tooLongSentence } from './failure-sentence.js'

/**
 * Why there is no connection. `gone`: no socket, the Pod does not run. `refused`: a socket, but
 * nobody listens, the Pod died. `unreachable`: anything else, the Pod may well run.
 */
export type ConnectFailure = {
  readonly code: 'gone' | 'refused' | 'unreachable'
  readonly message: string
}

/** A connection to a Pod. No call ever throws; after the end they do nothing. */
export type ClientConnection = {
  /** Queues a call; calls arrive in order. That one arrived is known from its `ack` only. */
  readonly send: (method: Method) => void
  /** Gives every notification in order, those from before first. One callback at a time. */
  readonly onNotification: (callback: (notification: Notification) => void) => void
  /**
   * Gives the reason, in a sentence, when the connection ends otherwise than by `close`; once, and
   * after the last notification. At once if that has happened before.
   */
  readonly onClose: (callback: (reason: string) => void) => void
  /** Hands over what was sent, then ends the connection. Nothing more is given to the callbacks. */
  readonly close: () => void
}

/** Connects to the Pod that serves this socket. Its greeting comes as the first notifications. */
export const connectClient =
  (path: string): TE.TaskEither<ConnectFailure, ClientConnection> =>
  () =>
    Buffer.byteLength(path) > limits.socketPathBytesMax
      ? Promise.resolve(E.left({ code: 'unreachable', message: tooLong(path) }))
      : dial(path)

const tooLong = (path: string) => tooLongSentence(path, limits.socketPathBytesMax)

const dial = (path: string): Promise<E.Either<ConnectFailure, ClientConnection>> =>
  new Promise((resolve) => {
    const socket = connect(path)
    const fail = (error: Error) => resolve(E.left(connectFailure(error, path)))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      resolve(E.right(connectionOn(socket, path)))
    })
  })

const connectFailure = (error: Error, path: string): ConnectFailure => {
  const codes: Readonly<Record<string, ConnectFailure['code']>> = {
    ENOENT: 'gone',
    ECONNREFUSED: 'refused',
  }
  return {
    code: codes[codeOf(error) ?? ''] ?? 'unreachable',
    message: callingSentence(error, path),
  }
}

type Line = {
  readonly socket: Socket
  readonly path: string
  readonly early: Notification[]
  notify: ((notification: Notification) => void) | undefined
  onEnd: ((reason: string) => void) | undefined
  /** Why the connection is over, from the moment that this is known. */
  reason: string | undefined
  /** The connection is over and every notification has been given. */
  over: boolean
  closedByUs: boolean
}

const connectionOn = (socket: Socket, path: string): ClientConnection => {
  const line: Line = {
    socket,
    path,
    early: [],
    notify: undefined,
    onEnd: undefined,
    reason: undefined,
    over: false,
    closedByUs: false,
  }
  listenTo(line)
  return {
    send: (method) => void (socket.writable && socket.write(`${jsonLine(method)}\n`)),
    onNotification: (callback) => setNotify(callback, line),
    onClose: (callback) => setOnEnd(callback, line),
    close: () => close(line),
  }
}

const listenTo = (line: Line) => {
  let state = noFrames
  line.socket.on('data', (chunk) => {
    const frames = splitFrames(state, chunk, limits.podFrameBytesMax)
    state = frames.state
    for (const one of frames.lines) take(one, line)
    if (frames.tooLarge) breakOff('The Pod sent a line that is too long.', line)
  })
  line.socket.on('error', (error) => (line.reason ??= callingSentence(error, line.path)))
  line.socket.once('close', () => end(line))
}

const take = (bytes: Uint8Array, line: Line) => {
  if (line.closedByUs || line.socket.destroyed) return
  const notification = decodeNotification(bytes)
  if (E.isLeft(notification)) breakOff(`The Pod broke the protocol: ${notification.left}.`, line)
  else if (notification.right !== undefined) give(notification.right, line)
}

const give = (notification: Notification, line: Line) => {
  if (line.notify === undefined) line.early.push(notification)
  else line.notify(notification)
}

const breakOff = (reason: string, line: Line) => {
  line.reason ??= reason
  line.socket.destroy()
}

const end = (line: Line) => {
  line.over = true
  line.reason ??= `The Pod on the socket ${line.path} closed the connection.`
  if (!line.closedByUs) line.onEnd?.(line.reason)
}

const setNotify = (callback: (notification: Notification) => void, line: Line) => {
  line.notify = callback
  for (const notification of line.early.splice(0)) callback(notification)
}

const setOnEnd = (callback: (reason: string) => void, line: Line) => {
  line.onEnd = callback
  if (line.over && !line.closedByUs) callback(line.reason ?? '')
}

const close = (line: Line) => {
  line.closedByUs = true
  line.notify = () => undefined
  line.early.length = 0
  line.socket.end(() => line.socket.destroy())
  // A Pod that hangs does not take what is left; then the connection is ended without it.
  setTimeout(() => line.socket.destroy(), limits.wireFlushMs).unref()
}
