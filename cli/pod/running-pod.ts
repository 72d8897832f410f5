import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { commandHooks } from '../../adapters/hooks/command-hooks.js'
import { systemClock } from '../../adapters/node/clock.js'
import { randomIds } from '../../adapters/node/ids.js'
import { privateFolder } from '../../adapters/node/private-folder.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { writeAtomic } from '../../adapters/node/write-atomic.js'
import { fileReader } from '../../adapters/tools/file-reader.js'
import { toolbox } from '../../adapters/tools/toolbox.js'
import { serveSocket, type WireServer } from '../../adapters/wire/server.js'
import { outputBytesMaxOf } from '../../domain/manifest/manifest.js'
import { protocolVersion } from '../../domain/protocol/notification.js'
import { packageInfo } from '../package-info.js'
import { hasRegistry } from '../pod-registry.js'
import { lostRemark } from '../sessions/lost-remark.js'
import { sessionPlace } from '../sessions/session-place.js'
import { greetingOf, heldOf, modelRemark, tailRemark } from './held-session.js'
import { leaveFolder } from './leave-folder.js'
import type { OpenSession } from './open-session.js'
import { complain, type Outlets, outletsOf, rowOf } from './outlets.js'
import { keyVariable, podModel } from './pod-model.js'
import type { PreparedPod } from './prepare-pod.js'
import type { Ready } from './ready-line.js'
import { serveLoop, warning } from './serve-loop.js'
import { type SessionLoop, sessionLoop } from './session-loop.js'
import { neverOvertaken, type OvertakenWatch, watchOvertaken } from './watch-overtaken.js'

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
  const known = await remarks(prepared, open)
  const overtaken = overtakenWatch(prepared, open, outlets)
  const served = await serve({ prepared, socket }, loop, () => [...known, ...overtaken.told()])
  if (E.isLeft(served)) {
    overtaken.close()
    return served
  }
  outlets.opened(served.right, rowOf(prepared, open, loop))
  return E.right(await announced({ prepared, socket }, { loop, open, outlets, overtaken }))
}

/** What whoever talks to this session should know first. */
const remarks = async (
  prepared: PreparedPod,
  open: OpenSession,
): Promise<ReadonlyArray<string>> => {
  const lost = await lostRemark(sessionPlace(prepared.paths, prepared.choice))
  return [
    ...prepared.warnings,
    ...modelRemark(prepared, open),
    ...tailRemark(open),
    ...(lost === undefined ? [] : [lost]),
  ]
}

// Only a Pod that holds its session is sure that nobody else goes on with it.
const overtakenWatch = (
  { choice, options }: PreparedPod,
  open: OpenSession,
  { publish }: Outlets,
): OvertakenWatch =>
  options.readOnly
    ? watchOvertaken(choice.path, open, (sentence) => publish(warning(sentence)))
    : neverOvertaken

const podToolbox = ({ choice, scope, paths, manifest, env }: PreparedPod) =>
  toolbox({
    cwd: choice.cwd,
    scope,
    spillFolder: join(paths.outputs, choice.session),
    outputBytesMax: (tool) => outputBytesMaxOf(manifest, tool),
    env,
    secretNames: [keyVariable(manifest.model), 'ANTHROPIC_API_KEY'],
  })

const serve = async (
  { prepared, socket }: PodPlace,
  loop: SessionLoop,
  alerts: () => ReadonlyArray<string>,
): Promise<E.Either<string, WireServer>> => {
  const { name, choice, options } = prepared
  const { pid } = process
  const identity = { yoi: packageInfo().version, pod: name, session: choice.session, pid }
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
  readonly overtaken: OvertakenWatch
}

const announced = async (
  { prepared, socket }: PodPlace,
  { loop, open, outlets, overtaken }: Parts,
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
    overtaken.close()
    await outlets.close()
    await open.log.close()
    await leaveFolder(folder)
  }
  const shutDown = (by: string) => void loop.ask({ method: 'shutdown', by })
  return { ready, shutDown, left: leave() }
}
