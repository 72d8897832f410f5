import * as E from 'fp-ts/lib/Either.js'
import type { PodEntry } from '../adapters/lock/pod-entry.js'
import { pathsFrom } from '../adapters/node/paths.js'
import { connectClient } from '../adapters/wire/client.js'
import { limits } from '../domain/limits.js'
import type { ListPods, LivePod } from './commands/pods.js'
import type { LookupPod } from './commands/ctl.js'
import { findPod, listEntries } from './pod-registry.js'
import { mendLiveIndex } from './sessions/mend-live-index.js'

/** The live Pods with the status that each gives on its socket; `unreachable` when it gives none. */
export const listPods: ListPods = (io) => async () => {
  const paths = pathsFrom(io.env)
  const entries = await listEntries(paths)
  if (E.isRight(entries)) await mendLiveIndex(paths, entries.right)
  return E.isLeft(entries) ? entries : E.right(await Promise.all(entries.right.map(withStatus)))
}

/** Where the Pod of this name is reached. Left: a sentence, also when there is none. */
export const lookupPod: LookupPod = (name, io) => async () => {
  const found = await findPod(pathsFrom(io.env), name)
  if (E.isLeft(found)) return found
  return found.right === undefined
    ? E.left(`No live Pod is named ${JSON.stringify(name)}; yoi pods lists them.`)
    : E.right(found.right)
}

const withStatus = async ({ pod, session, socket, pid }: PodEntry): Promise<LivePod> => ({
  pod,
  session,
  socket,
  pid,
  status: await statusOn(socket),
})

const statusOn = async (socket: string): Promise<string> => {
  const client = await connectClient(socket)()
  if (E.isLeft(client)) return 'unreachable'
  const status = await new Promise<string>((resolve) => {
    setTimeout(() => resolve('unreachable'), limits.statusWaitMs).unref()
    client.right.onClose(() => resolve('unreachable'))
    client.right.onNotification((notification) => {
      if (notification.event === 'snapshot') resolve(notification.data.status)
    })
  })
  client.right.close()
  return status
}
