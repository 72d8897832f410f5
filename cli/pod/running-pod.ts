import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { commandHooks } from '../../adapters/hooks/command-hooks.js'
import { acknowledgedReader } from '../../adapters/log/acknowledged-reader.js'
import { openHere } from '../../adapters/log/open-quietly.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { systemClock } from '../../adapters/node/clock.js'
import { randomIds } from '../../adapters/node/ids.js'
import { privateFolder } from '../../adapters/node/private-folder.js'
import { writeAtomic } from '../../adapters/node/write-atomic.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { fileReader } from '../../adapters/tools/file-reader.js'
import { toolbox } from '../../adapters/tools/toolbox.js'
import { serveSocket, type WireServer } from '../../adapters/wire/server.js'
import { outputBytesMaxOf } from '../../domain/manifest/manifest.js'
import { type Notification, protocolVersion } from '../../domain/protocol/notification.js'
import { sessionView } from '../../projections/session-view.js'
import { packageInfo } from '../package-info.js'
import { hasRegistry } from '../pod-registry.js'
import { lostRemark } from '../sessions/lost-remark.js'
import { sessionPlace } from '../sessions/session-place.js'
import { greetingOf, heldOf, modelRemark, tailRemark } from './held-session.js'
import { leaveFolder } from './leave-folder.js'
import { type LiveRow, liveRow } from './live-row.js'
import type { Follower } from './loop-world.js'
import type { OpenSession } from './open-session.js'
import { keyVariable, podModel } from './pod-model.js'
import type { PreparedPod } from './prepare-pod.js'
import type { Ready } from './ready-line.js'
import { noReporter, reportUpward } from './report-upward.js'
import { serveLoop } from './serve-loop.js'
import { sessionFollower } from './session-follower.js'
import { type SessionLoop, sessionLoop } from './session-loop.js'

/** A Pod that serves. */
export type RunningPod = {
  readonly ready: Ready
  /** Asks the Pod to leave, as `shutdown` does. */
  readonly shutDown: (by: string) => void
  /** Resolves when it has left and nothing of it is held any more. */
  readonly left: Promise<void>
}

export type PodPlace = { readonly prepared: PreparedPod; readonly socket: string }

/** Serves an open session on its socket. Left: a sentence; nothing is held then. */
export const runningPod = async (
  { prepared, socket }: PodPlace,
  open: OpenSession,
): Promise<E.Either<string, RunningPod>> => {
  const held = await heldOf(prepared, open, podToolbox(prepared))
  if (E.isLeft(held)) return held
  const { held: session, model } = held.right
  const completions = await podModel(model, prepared.manifest.offline, prepared.env)
  if (E.isLeft(completions)) return completions
  const outlets = outletsOf(prepared, open)
  const loop = sessionLoop({
    clock: systemClock,
    ids: randomIds,
    sha256,
    log: open.log,
    completions: completions.right,
    toolbox: held.right.toolbox,
    hooks: commandHooks(prepared.manifest.hooks, { cwd: prepared.choice.cwd, env: prepared.env }),
    files: fileReader({ cwd: prepared.choice.cwd, scope: prepared.scope }),
    follower: outlets.follower,
    greeting: greetingOf(prepared, model, held.right.toolbox),
    held: session,
    newest: open.newest,
    publish: outlets.publish,
  })
  const served = await serve({ prepared, socket }, loop, await remarks(prepared, open))
  if (E.isLeft(served)) return served
  outlets.opened(served.right, rowOf(prepared, open, loop))
  return E.right(await announced({ prepared, socket }, { loop, open, outlets }))
}

/** What whoever talks to this session should know first. */
const remarks = async (
  prepared: PreparedPod,
  open: OpenSession,
): Promise<ReadonlyArray<string>> => {
  const lost = await lostRemark(sessionPlace(prepared.paths, prepared.choice))
  return [
    ...modelRemark(prepared, open),
    ...tailRemark(open),
    ...(lost === undefined ? [] : [lost]),
  ]
}

const podToolbox = ({ choice, scope, paths, manifest, env }: PreparedPod) =>
  toolbox({
    cwd: choice.cwd,
    scope,
    spillFolder: join(paths.outputs, choice.session),
    outputBytesMax: (tool) => outputBytesMaxOf(manifest, tool),
    env,
    secretNames: [keyVariable(manifest.model), 'ANTHROPIC_API_KEY'],
  })

/** Where everything that is told goes: clients, the parent Pod, the projector. */
type Outlets = {
  readonly publish: (notification: Notification) => void
  readonly follower: Follower
  readonly opened: (server: WireServer, row: LiveRow) => void
  readonly close: () => Promise<void>
}

const outletsOf = (
  { paths, choice, options, name }: PreparedPod,
  { log, followed }: OpenSession,
): Outlets => {
  let server: WireServer | undefined
  let row: LiveRow | undefined
  const upward = options.callback === undefined ? noReporter : reportUpward(options.callback, name)
  const follower = sessionFollower({
    reader: acknowledgedReader(logReader(sha256, openHere), log.size),
    clock: systemClock,
    files: sessionView,
    from: followed,
    onTrouble: complain,
    ...sessionPlace(paths, choice),
  })
  return {
    publish: (notification) => {
      server?.publish(notification)
      upward.hear(notification)
      row?.hear(notification)
    },
    follower,
    opened: (...both) => {
      ;[server, row] = both
      void row.write()
    },
    close: async () => {
      // A session in which nothing has happened has no log to follow.
      await Promise.all([log.size() === 0 ? undefined : follower.settled(), row?.write()])
      await Promise.all([server?.close(), upward.close(), follower.close()])
    },
  }
}

const rowOf = ({ paths, choice }: PreparedPod, open: OpenSession, loop: SessionLoop): LiveRow => {
  const { line } = open.followed.state
  const { session } = choice
  return liveRow({ paths, session, line, shown: loop.shown, onTrouble: complain })
}

const complain = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

const serve = async (
  { prepared, socket }: PodPlace,
  loop: SessionLoop,
  remarks: ReadonlyArray<string>,
): Promise<E.Either<string, WireServer>> => {
  const { name, choice, options, warnings } = prepared
  const { pid } = process
  const identity = { yoi: packageInfo().version, pod: name, session: choice.session, pid }
  const alerts = [...warnings, ...remarks]
  const host = serveLoop(loop, identity, { readOnly: options.readOnly, alerts })
  // Nobody finds a Pod whose home was deleted, so its socket does not bring that back.
  const isWanted = () => hasRegistry(prepared.paths)
  const served = await serveSocket({ path: socket, onTrouble: complain, isWanted, ...host })()
  return E.isLeft(served) ? E.left(served.left.message) : served
}

type Parts = {
  readonly loop: SessionLoop
  readonly open: OpenSession
  readonly outlets: Outlets
}

const announced = async (
  { prepared, socket }: PodPlace,
  { loop, open, outlets }: Parts,
): Promise<RunningPod> => {
  const { paths, name, choice } = prepared
  const folder = join(paths.run, name)
  await privateFolder(folder)
  // It is for people: where something else has the name, the Pod serves all the same.
  await writeAtomic(join(folder, 'pid'), `${process.pid}\n`).catch(() => undefined)
  const ready = {
    protocol: protocolVersion,
    pod: name,
    session: choice.session,
    socket,
    pid: process.pid,
  }
  const leave = async () => {
    await loop.left
    await outlets.close()
    await open.log.close()
    await leaveFolder(folder)
  }
  const shutDown = (by: string) => void loop.ask({ method: 'shutdown', by })
  return { ready, shutDown, left: leave() }
}
