import * as E from 'fp-ts/lib/Either.js'
import { findSession } from '../../../adapters/log/session-files.js'
import type { SessionId } from '../../../domain/ids.js'
import type { TuiState } from '../../tui/state.js'
import { holderOf } from '../open/holder-of.js'
import { podNameFor } from '../open/pod-name-for.js'
import { readOverlay } from '../open/read-overlay.js'
import { spawnNamed } from '../open/spawn-named.js'
import type { PodToShow } from '../screen-end.js'
import type { ScreenWorld } from '../world.js'

/**
 * The socket of a Pod that goes on with the session of one that has ended: of the Pod that holds it
 * meanwhile, else of a new one in the same folder, under the same name if that is free. A session in
 * which nothing had happened is begun anew. Left: a sentence.
 */
export const startAgain = async (
  world: ScreenWorld,
  { argv = [], session: asked }: Pick<PodToShow, 'argv' | 'session'>,
  shown: Pick<TuiState, 'pod' | 'total'>,
): Promise<E.Either<string, string>> => {
  const session = shown.pod?.session ?? asked
  const holder = session === undefined ? undefined : await holderOf(world, { session })
  if (holder !== undefined && !argv.includes('--read-only')) return E.right(holder.socket)
  const folder = shown.pod?.greeting?.cwd
  const known = shown.pod === undefined ? {} : { name: shown.pod.pod }
  const name = await podNameFor({ folder: folder ?? world.io.cwd, ...known }, world.paths)
  const place = folder === undefined ? [] : ['--cwd', folder, ...readingOnly(argv, shown.pod)]
  const begun = await isBegun(world, session, shown.total)
  return spawnNamed(
    world,
    { argv: [...argv, ...place], session: begun ? session : undefined },
    name,
  )
}

// One that may not write comes back so, whoever had started it. A start of ours says it already.
const readingOnly = (argv: ReadonlyArray<string>, pod: TuiState['pod']): ReadonlyArray<string> => {
  const greeting = pod?.greeting
  if (greeting === undefined || argv.includes('--overlay')) return []
  const mayWrite = greeting.scope.some((rule) => rule.startsWith('write '))
  return mayWrite ? [] : ['--overlay', readOverlay(greeting.cwd)]
}

// A log that has vanished is for the Pod to speak of.
const isBegun = async (
  { paths }: ScreenWorld,
  session: SessionId | undefined,
  total: number,
): Promise<boolean> =>
  session !== undefined && (total > 0 || E.isRight(await findSession(paths.sessions, session)()))
