import * as E from 'fp-ts/lib/Either.js'
import { type ClientConnection, connectClient } from '../../adapters/wire/client.js'
import type { Notification, NotificationData } from '../../domain/protocol/notification.js'
import type { SpawnedPod } from '../pod/spawn-pod.js'

/** How a turn that was played without a screen ended. */
export type PlayedTurn =
  | { readonly type: 'ended'; readonly end: NotificationData['run_end'] }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'broken'; readonly message: string }
  | { readonly type: 'interrupted' }

export type TurnPlay = {
  readonly prompt: string
  readonly hear: (notification: Notification) => void
  /** Aborts when the person wants it to end: the Pod is shut down. */
  readonly interruption: AbortSignal
}

/** Plays one turn on a Pod that was started for it, shuts the Pod down and waits until it is gone. */
export const playTurn = async (pod: SpawnedPod, play: TurnPlay): Promise<PlayedTurn> => {
  const client = await connectClient(pod.ready.socket)()
  if (E.isLeft(client)) return { type: 'broken', message: client.left.message }
  const played = await turnOn(client.right, play)
  client.right.send({ method: 'shutdown' })
  await pod.gone
  client.right.close()
  return played
}

const turnOn = (client: ClientConnection, play: TurnPlay): Promise<PlayedTurn> =>
  new Promise((resolve) => {
    const interrupted = () => resolve({ type: 'interrupted' })
    if (play.interruption.aborted) interrupted()
    play.interruption.addEventListener('abort', interrupted)
    client.onNotification((notification) => {
      play.hear(notification)
      if (notification.event === 'run_end') resolve({ type: 'ended', end: notification.data })
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
