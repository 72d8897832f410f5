import * as E from 'fp-ts/lib/Either.js'
import type { PodEntry } from '../adapters/lock/pod-entry.js'
import { pathsFrom } from '../adapters/node/paths.js'
import type { LookupPod } from './commands/ctl.js'
import type { ListPods } from './commands/pods.js'
import { glanceAtPod } from './pod-glance.js'
import { findPod, listEntries } from './pod-registry.js'
import type { LivePod } from './pods-table.js'
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

const withStatus = async ({ pod, session, socket, pid }: PodEntry): Promise<LivePod> => {
  const { status = 'unreachable', storage } = (await glanceAtPod(socket)) ?? {}
  const live = { pod, session, socket, pid, status }
  return storage === undefined ? live : { ...live, storage }
}
