import * as E from 'fp-ts/lib/Either.js'
import type { SessionId } from '../../../domain/ids.js'
import { freeName } from '../../pod/prepare-pod.js'
import { askName } from '../../tui/dialog/ask-name.js'
import { shortFolder } from '../../tui/text/short-folder.js'
import { leftDialog, notShown, type ScreenEnd } from '../screen-end.js'
import { showPod } from '../show/show-pod.js'
import type { ScreenWorld } from '../world.js'
import { nameFaultNow, podNameFor } from './pod-name-for.js'
import { spawnNamed } from './spawn-named.js'

/** A Pod to be started from the screen. */
export type PodToOpen = {
  readonly title: string
  /** What follows `yoi pod`, besides the name and the session. */
  readonly argv: ReadonlyArray<string>
  /** The session that it goes on with; a new one when left out. */
  readonly session?: SessionId
  /** The folder that it will work in; its default name comes from there, unless it had one. */
  readonly folder: string
  /** The name that it had before; it keeps it when that is free. */
  readonly name?: string
  /** What to do instead when another Pod writes in the folder, in a few words behind `to`. */
  readonly readOnly: string
  /** What one should know of it before it starts. */
  readonly note?: string
}

/** Asks for the Pod's name, starts it and shows it; in lines it gets the name that is free. */
export const openPod = async (world: ScreenWorld, pod: PodToOpen): Promise<ScreenEnd> => {
  const { isPlain, paths } = world
  const name = isPlain ? await freeName(pod.folder, paths) : await goodName(world, pod)
  return name === undefined ? leftDialog : startNamed(world, pod, name)
}

/** Starts the Pod under this name and shows it; a session that goes on is shown at once. */
export const startNamed = async (
  world: ScreenWorld,
  { argv, session }: PodToOpen,
  name: string,
): Promise<ScreenEnd> => {
  const socket = spawnNamed(world, { argv, session }, name)
  if (session !== undefined) return showPod(world, { socket, session, argv })
  const served = await socket
  return E.isLeft(served) ? notShown(served.left) : showPod(world, { socket, argv })
}

// Another Pod may take the name while it is being typed: then it is asked for again.
const goodName = async (world: ScreenWorld, pod: PodToOpen): Promise<string | undefined> => {
  const { terminal, paths, io } = world
  const place = shortFolder(pod.folder, io.env['HOME'])
  let name: string = await podNameFor(pod, paths)
  let faultOf = await nameFaultNow(paths)
  let fault: string | undefined
  for (;;) {
    const { title, note } = pod
    const answer = await askName(terminal, { title, place, note, name, faultOf, fault })
    if (answer === undefined) return undefined
    faultOf = await nameFaultNow(paths)
    fault = faultOf(answer)
    if (fault === undefined) return answer
    name = answer
  }
}
