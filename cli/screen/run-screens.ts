import type { SessionId } from '../../domain/ids.js'
import type { ExitCode } from '../command.js'
import { refused } from '../output.js'
import type { ScreenEnd } from './screen-end.js'
import { showPod } from './show/show-pod.js'
import type { ScreenWorld } from './world.js'

/**
 * Goes through the screens from the first one until the person leaves or something ends. 130 when a
 * dialog was left before any Pod was shown; what was refused is said, and is 1.
 */
export const runScreens = async (
  world: ScreenWorld,
  first: (world: ScreenWorld) => Promise<ScreenEnd>,
): Promise<ExitCode> => {
  let end = await first(world)
  while (end.type === 'switched') end = await switched(world, end)
  for (const sentence of await world.behind.failures()) await refused(world.io, sentence)
  return codeOf(world, end)
}

type Switched = Extract<ScreenEnd, { readonly type: 'switched' }>

// What leads nowhere leads back to where the person was.
const switched = async (world: ScreenWorld, { to, shown }: Switched): Promise<ScreenEnd> => {
  world.behind.keep(shown)
  const session = shown.state.pod?.session ?? shown.pod.session
  const end = await picked(world, { to, session })
  if (end.type === 'ended' || end.type === 'switched') return end
  world.behind.take(session)
  const { notice: _, ...pod } = shown.pod
  const back = { ...pod, from: shown.state }
  return showPod(world, end.type === 'refused' ? { ...back, notice: end.sentence } : back)
}

// A picker shows what a session says, with all that this takes; most screens never come to one.
const picked = async (
  world: ScreenWorld,
  { to, session }: Pick<Switched, 'to'> & { readonly session: SessionId | undefined },
): Promise<ScreenEnd> =>
  to === 'pods'
    ? (await import('./pick/pick-pod.js')).pickPod(world, session)
    : (await import('./pick/pick-session.js')).pickSession(world, session)

const codeOf = async (
  { io }: ScreenWorld,
  end: Exclude<ScreenEnd, Switched>,
): Promise<ExitCode> => {
  if (end.type === 'refused') return refused(io, end.sentence)
  return end.type === 'left' ? 130 : end.code
}
