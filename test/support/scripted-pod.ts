import type { ExecutionContext } from 'ava'
import type { Method } from '../../domain/protocol/method.js'
import type { Notification } from '../../domain/protocol/notification.js'
import type { PodStatus } from '../../domain/protocol/status.js'
import { hello, type Stand, serveStand, snapshotAt } from './wire-world.js'

/** What a scripted Pod says to a call: to the caller (`send`) or to all (`say`). */
export type Talk = {
  readonly send: (notification: Notification) => void
  readonly say: (notification: Notification) => void
  readonly stand: Stand
}

/** A real socket behind which a test plays the Pod: it greets with `status` and answers by `talk`. */
export const scriptedPod = async (
  t: ExecutionContext,
  status: PodStatus,
  talk: (method: Method & { readonly id: string }, talk: Talk) => void,
): Promise<Stand> => {
  const stand: Stand = await serveStand(t, {
    greet: () => [hello, snapshotAt(3, status)],
    receive: (client, method) =>
      talk({ ...method, id: method.id ?? 'none' } as Method & { readonly id: string }, {
        send: client.send,
        say: (notification) => stand.server.publish(notification),
        stand,
      }),
  })
  return stand
}
