import * as E from 'fp-ts/lib/Either.js'
import { sessionInUse } from '../../../adapters/lock/registry-refusal.js'
import { logReader } from '../../../adapters/log/read-groups.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import type { ListedSession } from '../../../projections/session-row.js'
import { listHolders } from '../../list-holders.js'
import { chooseSession } from '../../pod/choose-session.js'
import { troubleAdvice } from '../../sessions/damage.js'
import { heldSessions } from '../../sessions/held-sessions.js'
import { notShown, type ScreenEnd } from '../screen-end.js'
import { shortId } from '../short-id.js'
import type { ScreenWorld } from '../world.js'
import { holderOf } from './holder-of.js'
import { offerFolder } from './offer-folder.js'
import { openPod, type PodToOpen } from './open-pod.js'

/**
 * Goes on with a session under a name that is asked for, in the asked folder or its own; refused
 * while a Pod holds it.
 */
export const resumeSession = async (
  world: ScreenWorld,
  row: ListedSession,
  askedFolder?: string,
): Promise<ScreenEnd> => {
  const { io, paths } = world
  const { session, isRefused } = row
  const holder = await holderOf(world, row)
  if (holder !== undefined) return notShown(sessionInUse(paths.scopeLock, holder).message)
  const asked = askedFolder === undefined ? {} : { askedFolder }
  const parts = { paths, session, newSession: session, here: io.cwd, ...asked }
  const choice = await chooseSession(parts)
  if (E.isLeft(choice)) return notShown(choice.left)
  if (isRefused) return notShown(notResumed(row))
  const argv = askedFolder === undefined ? [] : ['--cwd', askedFolder]
  return offerFolder(world, { ...resumedPod(row, choice.right.cwd), argv }, openPod)
}

/** Why a session that is refused cannot be gone on with, and what can be done. */
export const notResumed = ({ session, problem = '' }: ListedSession): string =>
  `Session ${shortId(session)} cannot be resumed: ${problem}. ${troubleAdvice(session, problem)}.`

/** The Pod that goes on with a session in this folder. */
export const resumedPod = ({ session, more }: ListedSession, folder: string): PodToOpen => ({
  title: `Resume Pod / session: ${shortId(session)}`,
  argv: [],
  session,
  folder,
  ...(more?.lastPod === undefined ? {} : { name: more.lastPod }),
  readOnly: 'resume it in a Pod that only reads',
})

/** What lists of sessions are read with, and the live Pods by what they hold. */
export const readingSessions = async ({ paths, io }: ScreenWorld) => ({
  paths,
  reader: logReader(sha256),
  pods: await heldSessions(listHolders, io),
})
