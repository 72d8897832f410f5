import type { Socket } from 'node:net'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { clientId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import type { Notification } from '../../domain/protocol/notification.js'
import { type BindOptions, type BoundSocket, bindSocket } from './bind-socket.js'
import {
  type ServedClient,
  serveClient,
  turnAway,
  type WireHost,
  wireLine,
} from './serve-client.js'

/** `path`: where clients find the Pod; at most `socketPathBytesMax` bytes. */
export type ServeOptions = WireHost & Pick<BindOptions, 'path' | 'isWanted'>

/** The socket of a Pod while it serves. */
export type WireServer = {
  /** Sends to every client that is connected, behind its snapshot; encoded once for all. */
  readonly publish: (notification: Notification) => void
  /** Clients connected now. */
  readonly clients: () => number
  /**
   * Removes the socket if it is still ours, takes no more clients, lets those that are there take
   * what is queued for at most `wireFlushMs`, and ends them. Never rejects.
   */
  readonly close: () => Promise<void>
}

/**
 * Serves a Pod on a unix socket. Whatever is published after a client's snapshot reaches that client
 * in order and exactly once, until a `resync` begins anew. No client can hold up another or the Pod.
 */
export const serveSocket = (
  options: ServeOptions,
): TE.TaskEither<{ readonly message: string }, WireServer> => {
  const room: Room = { options, clients: new Map(), seen: 0, closing: false }
  return pipe(
    bindSocket({
      path: options.path,
      onConnection: (socket) => enter(socket, room),
      onTrouble: options.onTrouble,
      ...(options.isWanted === undefined ? {} : { isWanted: options.isWanted }),
    }),
    TE.bimap(
      (message) => ({ message }),
      (bound) => wireServer(bound, room),
    ),
  )
}

type Room = {
  readonly options: ServeOptions
  readonly clients: Map<Socket, ServedClient>
  seen: number
  closing: boolean
}

const enter = (socket: Socket, room: Room) => {
  // A client that breaks off is nobody's trouble; `close` follows and takes it off the list.
  socket.on('error', () => undefined)
  if (room.closing) return turnAway(socket, 'shutting_down', 'the Pod is leaving')
  if (room.clients.size >= limits.clientsMax)
    return turnAway(socket, 'too_many_clients', roomIsFull)
  room.seen += 1
  room.clients.set(socket, serveClient(socket, clientId(room.seen), room.options))
  socket.once('close', () => room.clients.delete(socket))
}

const roomIsFull = `the Pod serves ${limits.clientsMax} clients already; close one and try again`

const wireServer = (bound: BoundSocket, room: Room): WireServer => {
  const watch = watchSocket(bound, room)
  return {
    publish: (notification) => publish(notification, room),
    clients: () => room.clients.size,
    close: async () => {
      room.closing = true
      await watch.stop()
      await bound.release()
      await leave(room)
    },
  }
}

const publish = (notification: Notification, room: Room) => {
  if (room.clients.size === 0) return
  const line = wireLine(notification)
  for (const client of room.clients.values()) client.publish(line)
}

// Looks seldom, so that an idle Pod sleeps; says a trouble once and not at every look.
const watchSocket = (bound: BoundSocket, room: Room) => {
  let said: string | undefined
  let looking = Promise.resolve()
  const look = async () => {
    const trouble = await bound.renew()
    if (trouble !== undefined && trouble !== said) room.options.onTrouble(trouble)
    said = trouble
  }
  const timer = setInterval(() => {
    looking = look()
  }, limits.socketCheckMs)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return looking
    },
  }
}

const leave = async (room: Room): Promise<void> => {
  const sockets = [...room.clients.keys()]
  const gone = sockets.map((socket) => new Promise<void>((done) => socket.once('close', done)))
  const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), limits.wireFlushMs)
  for (const client of room.clients.values()) client.end()
  await Promise.all(gone)
  clearTimeout(timer)
}
