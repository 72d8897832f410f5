import * as E from 'fp-ts/lib/Either.js'
import { connectClient } from '../adapters/wire/client.js'
import { limits } from '../domain/limits.js'
import type { Snapshot } from '../domain/protocol/notification.js'

/** What a Pod says of itself on its socket; undefined when it says nothing in time. Never rejects. */
export const glanceAtPod = async (socket: string): Promise<Snapshot | undefined> => {
  const client = await connectClient(socket)()
  if (E.isLeft(client)) return undefined
  const snapshot = await new Promise<Snapshot | undefined>((resolve) => {
    setTimeout(() => resolve(undefined), limits.statusWaitMs).unref()
    client.right.onClose(() => resolve(undefined))
    client.right.onNotification((notification) => {
      if (notification.event === 'snapshot') resolve(notification.data)
    })
  })
  client.right.close()
  return snapshot
}
