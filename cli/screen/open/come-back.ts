import * as E from 'fp-ts/lib/Either.js'
import { sessionFiles } from '../../../adapters/log/session-files.js'
import { safeLine } from '../../../adapters/node/safe-line.js'
import { sessionFolder } from '../../session-folder.js'
import { lastUsedHere } from '../../sessions/last-used-here.js'
import { rowOf } from '../../sessions/list-sessions.js'
import { namedSession } from '../../sessions/named-session.js'
import { notShown, type ScreenEnd } from '../screen-end.js'
import { livePod, showPod } from '../show/show-pod.js'
import type { ScreenWorld } from '../world.js'
import { holderOf } from './holder-of.js'
import { offerFolder } from './offer-folder.js'
import { startNamed } from './open-pod.js'
import { podNameFor } from './pod-name-for.js'
import { notResumed, readingSessions, resumedPod, resumeSession } from './resume-session.js'

type Named = {
  /** The id of a session, or any unique part of one. */
  readonly name: string
  /** Another folder than the session's own, seen from where the command was called. */
  readonly cwd: string | undefined
}

/** Goes on with a session that is named, under a name of a new Pod. */
export const resumeNamed = async (world: ScreenWorld, { name, cwd }: Named): Promise<ScreenEnd> => {
  const folder = cwd === undefined ? undefined : await sessionFolder(world.io.cwd, cwd)
  if (folder !== undefined && E.isLeft(folder)) return notShown(folder.left)
  const found = await namedSession(world.paths, name)
  if (E.isLeft(found)) return notShown(found.left)
  const row = await rowOf(await readingSessions(world), found.right)
  return resumeSession(world, row, folder?.right)
}

/** Carries on with the session last used in this folder; attaches when it is live. */
export const carryOn = async (world: ScreenWorld): Promise<ScreenEnd> => {
  const { io, paths } = world
  const files = await sessionFiles(paths.sessions)()
  if (E.isLeft(files)) return notShown(files.left.message)
  const row = await lastUsedHere(await readingSessions(world), files.right, io.cwd)
  if (row === undefined)
    return notShown(`No session was used in ${safeLine(io.cwd)} yet; yoi alone starts a new Pod.`)
  if (row.isRefused) return orAnother({ type: 'refused', sentence: notResumed(row) })
  const holder = await holderOf(world, row)
  if (holder !== undefined) return showPod(world, livePod(holder))
  const pod = resumedPod(row, row.cwd ?? io.cwd)
  const name = await podNameFor(pod, paths)
  return orAnother(await offerFolder(world, pod, (there, one) => startNamed(there, one, name)))
}

// The same session would be chosen, and refused, the next time.
const orAnother = (end: ScreenEnd): ScreenEnd =>
  end.type === 'refused' && !end.sentence.includes('yoi -r')
    ? notShown(`${end.sentence} To go on with another session: yoi -r`)
    : end
