import * as E from 'fp-ts/lib/Either.js'
import { type ClientConnection, connectClient } from '../../adapters/wire/client.js'
import { limits } from '../../domain/limits.js'
import type { Notification, NotificationData } from '../../domain/protocol/notification.js'
import type { SpawnedPod } from '../pod/spawn-pod.js'

/** How a turn that was played without a screen ended. */
export type PlayedTurn =
  | { readonly type: 'ended'; readonly end: RunEnd }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'broken'; readonly message: string }
  /** Its log took nothing any more; an alert has said why. */
  | { readonly type: 'unwritten' }
  | { readonly type: 'interrupted'; readonly end?: RunEnd }

export type TurnPlay = {
  readonly prompt: string
  readonly hear: (notification: Notification) => void
  /** Aborts when the person wants it to end: the Pod is shut down. */
  readonly interruption: AbortSignal
}

/**
 * Plays one turn on a Pod that was started for it, and what waited behind it; then shuts the Pod
 * down and waits until it is gone. However this process exits meanwhile, the Pod is told to end.
 */
export const playTurn = async (pod: SpawnedPod, play: TurnPlay): Promise<PlayedTurn> => {
  const tellToEnd = () => endInOrder(pod.ready.pid)
  process.once('exit', tellToEnd)
  let end: RunEnd | undefined
  const hear = (notification: Notification) => {
    if (notification.event === 'run_end') end = notification.data
    play.hear(notification)
  }
  const played = await playedOn(pod, { ...play, hear })
  await pod.gone
  process.off('exit', tellToEnd)
  // What becomes of an interrupted turn is said while the Pod leaves.
  return played.type === 'interrupted' && end !== undefined ? { ...played, end } : played
}

const endInOrder = (pid: number): void => {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}

const playedOn = async ({ ready }: SpawnedPod, play: TurnPlay): Promise<PlayedTurn> => {
  const client = await connectClient(ready.socket)()
  if (E.isLeft(client)) {
    endInOrder(ready.pid)
    return { type: 'refused', message: client.left.message }
  }
  const played = await turnOn(client.right, play)
  client.right.send({ method: 'shutdown' })
  // Where the connection broke, that call reaches nobody.
  if (played.type === 'broken') endInOrder(ready.pid)
  return played
}

// Inputs that waited run behind this one: a Pod that left then would take the first of them back.
const turnOn = (client: ClientConnection, play: TurnPlay): Promise<PlayedTurn> =>
  new Promise((resolve) => {
    const rest = untilRest((end) => resolve({ type: 'ended', end }))
    const interrupted = () => resolve({ type: 'interrupted' })
    if (play.interruption.aborted) return interrupted()
    play.interruption.addEventListener('abort', interrupted)
    const storage = storageWatch(() => resolve({ type: 'unwritten' }))
    client.onNotification((notification) => {
      play.hear(notification)
      storage(notification)
      rest(notification)
      if (notification.event === 'error')
        resolve({ type: 'refused', message: notification.data.message })
    })
    client.onClose((message) => resolve({ type: 'broken', message }))
    client.send({
      method: 'run',
      params: { input: [{ kind: 'text', content: play.prompt }] },
      id: 'run',
    })
  })

/** Tells how the first turn ended as soon as no other has begun in the group of an ending. */
const untilRest = (atRest: (own: RunEnd) => void) => {
  let own: RunEnd | undefined
  let goesOn = false
  return ({ event, data }: Notification): void => {
    if (event === 'record') goesOn = (data.more ?? 0) > 0
    if (event === 'shutdown' && own !== undefined) atRest(own)
    if (event !== 'run_end') return
    own ??= data
    if (!goesOn) atRest(own)
  }
}

type RunEnd = NotificationData['run_end']

/** Gives up when the log could not be written for a while: nobody is there to wait longer. */
const storageWatch = (giveUp: () => void) => {
  let patience: NodeJS.Timeout | undefined
  return ({ event, data }: Notification): void => {
    if (event !== 'status') return
    clearTimeout(patience)
    if (data.storage !== 'failed') return
    patience = setTimeout(giveUp, limits.runStorageWaitMs).unref()
  }
}
