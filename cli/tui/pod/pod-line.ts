import type { Method } from '../../../domain/protocol/method.js'
import type { Disconnected, Message } from '../message.js'
import type { TuiState } from '../state.js'
import type { TuiOptions } from '../tui-options.js'
import type { ClientConnection } from './connection.js'

type World = Pick<TuiOptions, 'connect' | 'startAgain' | 'awaitPod' | 'monotonicMs'>

/** The one line to the Pod. It never throws; what becomes of it is told as messages. */
export type PodLine = {
  /** Makes it after that time, 0 is at once; an older wish that still waits is forgotten. */
  readonly connect: (afterMs: number) => void
  /** Has a Pod go on with the session, and makes the line to that one. */
  readonly startAgain: (shown: TuiState) => void
  /** Does nothing while there is no line. */
  readonly send: (method: Method) => void
  /** Ends it; nothing is told any more, and what is still being made is closed. */
  readonly close: () => void
}

/** The line of one screen: at most one connection is read, and each that gives way is closed. */
export const createPodLine = (world: World, tell: (message: Message) => void): PodLine => {
  const wire: Wire = {
    world,
    tell,
    connection: undefined,
    timer: undefined,
    unwatch: undefined,
    isStarting: false,
    isOver: false,
  }
  return {
    connect: (afterMs) => {
      clearTimeout(wire.timer)
      if (afterMs === 0) void connectNow(wire)
      else wire.timer = setTimeout(() => void connectNow(wire), afterMs)
    },
    startAgain: (shown) => void startAgain(shown, wire),
    send: (method) => wire.connection?.send(method),
    close: () => {
      wire.isOver = true
      clearTimeout(wire.timer)
      watchNoMore(wire)
      drop(wire)
    },
  }
}

/** What changes while the line is made, breaks and is made again. */
type Wire = {
  readonly world: World
  readonly tell: (message: Message) => void
  connection: ClientConnection | undefined
  timer: NodeJS.Timeout | undefined
  /** Ends the wait for a sign of the Pod, which goes on beside the timer while there is no line. */
  unwatch: (() => void) | undefined
  /** The Pod is being started again: what became of earlier tries to reach it is no news. */
  isStarting: boolean
  isOver: boolean
}

const drop = (wire: Wire): void => {
  const { connection } = wire
  wire.connection = undefined
  connection?.close()
}

const watchNoMore = (wire: Wire): void => {
  wire.unwatch?.()
  wire.unwatch = undefined
}

const startAgain = async (shown: TuiState, wire: Wire): Promise<void> => {
  clearTimeout(wire.timer)
  drop(wire)
  wire.isStarting = true
  const sentence = await wire.world.startAgain(shown)
  wire.isStarting = false
  if (wire.isOver) return
  if (sentence === undefined) return connectNow(wire)
  wire.tell({ type: 'NotStarted', sentence, atMs: wire.world.monotonicMs() })
}

const connectNow = async (wire: Wire): Promise<void> => {
  const made = await wire.world.connect().catch((error: unknown) => ({ error }))
  if (typeof made === 'object' && 'send' in made) return listen(made, wire)
  // Another way to the Pod was tried meanwhile, and is the one that stands.
  if (wire.isOver || wire.connection !== undefined || wire.isStarting) return
  if (made === 'not_started') broke('it was not started', wire, { forGood: true })
  else if (made === 'gone') broke('the Pod has ended', wire, { gone: true })
  else broke(made.error instanceof Error ? made.error.message : String(made.error), wire)
}

const listen = (connection: ClientConnection, wire: Wire): void => {
  if (wire.isOver || wire.connection !== undefined) return connection.close()
  clearTimeout(wire.timer)
  watchNoMore(wire)
  const { monotonicMs } = wire.world
  wire.connection = connection
  wire.tell({ type: 'Connected', atMs: monotonicMs() })
  connection.onNotification((notification) => {
    // What an earlier line still gives is of a Pod that is not shown any more.
    if (wire.connection === connection)
      wire.tell({ type: 'Notified', notification, atMs: monotonicMs() })
  })
  connection.onClose((reason) => {
    if (wire.connection === connection) broke(reason ?? 'the Pod closed it', wire)
  })
}

const broke = (
  reason: string,
  wire: Wire,
  more: Pick<Disconnected, 'forGood' | 'gone'> = {},
): void => {
  drop(wire)
  wire.unwatch ??= wire.world.awaitPod?.(() => cameBack(wire))
  wire.tell({ type: 'Disconnected', reason, ...more, atMs: wire.world.monotonicMs() })
}

// The timer may have seconds to go.
const cameBack = (wire: Wire): void => {
  if (wire.isOver || wire.connection !== undefined || wire.isStarting) return
  clearTimeout(wire.timer)
  void connectNow(wire)
}
