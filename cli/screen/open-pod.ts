import * as E from 'fp-ts/lib/Either.js'
import type { SessionId } from '../../domain/ids.js'
import { podNameFault } from '../../domain/manifest/pod-name.js'
import type { ExitCode } from '../command.js'
import { refused } from '../output.js'
import { freeName } from '../pod/prepare-pod.js'
import { nameOverlay, spawnPod } from '../pod/spawn-pod.js'
import { askName } from '../tui/ask-name.js'
import { showPod } from './show-pod.js'
import type { ScreenWorld } from './world.js'

/** A Pod to be started from the screen. */
export type PodToOpen = {
  readonly title: string
  /** What follows `yoi pod`, besides the name and the session. */
  readonly argv: ReadonlyArray<string>
  /** The session that it goes on with; a new one when left out. */
  readonly session?: SessionId
  /** Where the default name comes from; the folder of the call when left out. */
  readonly folder?: string
}

/** Asks for the Pod's name, starts it and shows it. 130 when the person leaves the dialog. */
export const openPod = async (world: ScreenWorld, pod: PodToOpen): Promise<ExitCode> => {
  const { terminal, paths, io } = world
  const name = await askName({
    ...terminal,
    title: pod.title,
    name: await freeName(pod.folder ?? io.cwd, paths),
    faultOf: podNameFault,
  })
  return name === undefined ? 130 : startNamed(world, pod, name)
}

/** Starts the Pod under this name and shows it; a session that goes on is shown at once. */
export const startNamed = async (
  { terminal, paths, io }: ScreenWorld,
  { argv, session }: PodToOpen,
  name: string,
): Promise<ExitCode> => {
  const { env, cwd } = io
  const resuming = session === undefined ? [] : ['--session', session]
  const podArgv = [...resuming, ...argv, '--overlay', nameOverlay(name)]
  const socket = spawnPod({ argv: podArgv, cwd, env, paths }).then(
    E.map(({ ready }) => ready.socket),
  )
  if (session !== undefined) return showPod({ socket, session }, terminal, io)
  const served = await socket
  return E.isLeft(served) ? refused(io, served.left) : showPod({ socket }, terminal, io)
}
