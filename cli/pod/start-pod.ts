import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { systemClock } from '../../adapters/node/clock.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { socketPathFor, socketPathOf } from '../../adapters/node/socket-path.js'
import type { CommandIo } from '../command.js'
import { enterPod, hasRegistry, leavePod } from '../pod-registry.js'
import { refreshLiveIndex } from '../sessions/live-index.js'
import { holdSession, newSession, type OpenSession, openSession } from './open-session.js'
import type { PodOptions } from './pod-options.js'
import { type PreparedPod, preparePod } from './prepare-pod.js'
import { type PodPlace, type RunningPod, runningPod } from './running-pod.js'

/**
 * Starts a Pod in this process: finds its session, registers it, reads the log and serves. Left: a
 * sentence, and nothing is held. No byte of a log has been written.
 */
export const startPod = async (
  options: PodOptions,
  io: CommandIo,
): Promise<E.Either<string, RunningPod>> => {
  const prepared = await preparePod(options, io)
  if (E.isLeft(prepared)) return prepared
  const { paths, name } = prepared.right
  return registered({ prepared: prepared.right, socket: socketPathOf(paths, name) })
}

const registered = async (place: PodPlace): Promise<E.Either<string, RunningPod>> => {
  const { paths, name, choice, scope, options } = place.prepared
  const { socket } = place
  const { readOnly } = options
  const { session } = choice
  const entered = await enterPod(paths, { pod: name, session, socket, scope, readOnly })
  if (E.isLeft(entered)) return entered
  const running = await opened(place)
  const leave = async () => {
    // A home that was deleted is not made again for this.
    if (!hasRegistry(paths)) return
    await leavePod(paths, name)
    await refreshLiveIndex(paths)
  }
  if (E.isRight(running)) return E.right({ ...running.right, left: running.right.left.then(leave) })
  // Its name is this Pod's own by now, and so is a folder that has nothing in it.
  await rmdir(join(paths.run, name)).catch(() => undefined)
  await leave()
  return running
}

// The folder of the socket is made by a Pod that is registered, so that none that is refused leaves one.
const opened = async (place: PodPlace): Promise<E.Either<string, RunningPod>> => {
  const { paths, name } = place.prepared
  const socket = await socketPathFor(paths, name)()
  if (E.isLeft(socket)) return socket
  const open = await openedSession(place.prepared)
  if (E.isLeft(open)) return open
  const running = await runningPod(place, open.right)
  if (E.isLeft(running)) await open.right.log.close()
  return running
}

const openedSession = async ({
  paths,
  choice,
  options,
}: PreparedPod): Promise<E.Either<string, OpenSession>> => {
  const { session, path, isNew } = choice
  const place = { paths, session, path, at: systemClock.now() }
  if (isNew) return E.right(newSession(place))
  const open = await openSession(place, logReader(sha256))
  if (E.isLeft(open) || options.readOnly) return open
  const may = writable(open.right, path)
  return E.isLeft(may) ? may : holdSession(may.right)
}

// What a newer version wrote may mean something that this one would contradict by going on.
const writable = (open: OpenSession, path: string): E.Either<string, OpenSession> => {
  const { foreign, newer } = open.loaded
  if (foreign === undefined && !newer) return E.right(open)
  const what = newer
    ? 'a newer format'
    : `events that this version does not know (${foreign?.type})`
  return E.left(
    `read_only: ${path} holds ${what}; it can be shown with yoi replay or yoi pod --read-only, and not be continued by this version.`,
  )
}
