import * as E from 'fp-ts/lib/Either.js'
import type { SessionId } from '../../../domain/ids.js'
import { nameOverlay, spawnPod } from '../../pod/spawn-pod.js'
import type { ScreenWorld } from '../world.js'

type Wanted = {
  /** What follows `yoi pod`, besides the name and the session. */
  readonly argv: ReadonlyArray<string>
  /** The session that it goes on with; a new one when undefined. */
  readonly session: SessionId | undefined
}

/** Starts a Pod under this name and gives its socket. Left: a sentence, and there is no Pod. */
export const spawnNamed = async (
  { paths, io }: Pick<ScreenWorld, 'paths' | 'io'>,
  { argv, session }: Wanted,
  name: string,
): Promise<E.Either<string, string>> => {
  const { env, cwd } = io
  const resuming = session === undefined ? [] : ['--session', session]
  const podArgv = [...resuming, ...argv, '--overlay', nameOverlay(name)]
  const spawned = await spawnPod({ argv: podArgv, cwd, env, paths })
  return E.map(({ ready }: { readonly ready: { readonly socket: string } }) => ready.socket)(
    spawned,
  )
}
