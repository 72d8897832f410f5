import * as E from 'fp-ts/lib/Either.js'
import type { PodEntry } from '../../adapters/lock/pod-entry.js'
import { sessionInUse } from '../../adapters/lock/registry-refusal.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { findSession, sessionFiles } from '../../adapters/log/session-files.js'
import { systemClock } from '../../adapters/node/clock.js'
import { safeLine } from '../../adapters/node/safe-line.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { SessionId } from '../../domain/ids.js'
import type { ListedSession, SessionRow } from '../../projections/session-row.js'
import { listHolders } from '../list-holders.js'
import { listEntries } from '../pod-registry.js'
import { chooseSession } from '../pod/choose-session.js'
import { freeName } from '../pod/prepare-pod.js'
import { lookForGone } from '../sessions/look-at-folders.js'
import { heldSessions } from '../sessions/held-sessions.js'
import { lastUsedHere } from '../sessions/last-used-here.js'
import { listSessions, rowOf } from '../sessions/list-sessions.js'
import { ask } from '../tui/ask.js'
import { picker, updatePicker } from '../tui/picker.js'
import { viewPicker } from '../tui/picker-view.js'
import { offerFolder } from './offer-folder.js'
import { openPod, type PodToOpen, startNamed } from './open-pod.js'
import { pickerRow } from './picker-row.js'
import { leftDialog, notShown, type ScreenEnd } from './screen-end.js'
import { shortId } from './short-id.js'
import { livePod, showPod } from './show-pod.js'
import type { ScreenWorld } from './world.js'

const pickerRowsMax = 10

const needsScreen =
  'This terminal cannot show a picker: see yoi sessions, and go on with yoi --session ID.'

const noSessions = 'There are no sessions yet; yoi alone starts a new Pod.'

/**
 * Lets the person pick one of the sessions last used, and goes on with it under a name. Beside a Pod
 * that is shown, `here` is its session, and a live one that is picked is attached to.
 */
export const pickSession = async (world: ScreenWorld, here?: SessionId): Promise<ScreenEnd> => {
  if (world.isPlain) return notShown(needsScreen)
  const list = await listSessions({
    ...(await reading(world)),
    limit: pickerRowsMax,
    look: lookForGone,
  })
  if (E.isLeft(list)) return notShown(list.left)
  const { rows } = list.right
  if (rows.length === 0) return notShown(noSessions)
  const context = { now: systemClock.now(), home: world.io.env['HOME'] }
  const chosen = await ask(world.terminal, {
    initial: picker({
      size: { width: 80, height: 24 },
      title: 'Resume a session',
      keymap: world.terminal.settings.keymap,
      rows: rows.map((row) => pickerRow(row, context)),
    }),
    update: updatePicker,
    view: viewPicker,
  })
  const row = rows.find(({ session }) => session === chosen)
  if (row === undefined || row.session === here) return leftDialog
  const holder = here === undefined ? undefined : await holderOf(world, row)
  return holder === undefined ? resume(world, row) : showPod(world, livePod(holder))
}

/** Goes on with the session of this name, or any unique part of one, under a name of a new Pod. */
export const resumeNamed = async (world: ScreenWorld, name: string): Promise<ScreenEnd> => {
  const found = await findSession(world.paths.sessions, name)()
  if (E.isLeft(found)) return notShown(found.left.message)
  return resume(world, await rowOf(await reading(world), found.right))
}

/** Carries on with the session last used in this folder; attaches when it is live. */
export const carryOn = async (world: ScreenWorld): Promise<ScreenEnd> => {
  const { io, paths } = world
  const files = await sessionFiles(paths.sessions)()
  if (E.isLeft(files)) return notShown(files.left.message)
  const row = await lastUsedHere(await reading(world), files.right, io.cwd)
  if (row === undefined)
    return notShown(`No session was used in ${safeLine(io.cwd)} yet; yoi alone starts a new Pod.`)
  const holder = await holderOf(world, row)
  if (holder !== undefined) return showPod(world, livePod(holder))
  const folder = row.cwd ?? io.cwd
  const name = await freeName(folder, paths)
  return offerFolder(world, resumed(row, folder), (_, pod) => startNamed(world, pod, name))
}

const reading = async ({ paths, io }: ScreenWorld) => ({
  paths,
  reader: logReader(sha256),
  pods: await heldSessions(listHolders, io),
})

const resume = async (world: ScreenWorld, row: ListedSession): Promise<ScreenEnd> => {
  const { io, paths } = world
  const { session, problem, isRefused } = row
  const holder = await holderOf(world, row)
  if (holder !== undefined) return notShown(sessionInUse(paths.scopeLock, holder).message)
  const choice = await chooseSession({ paths, session, newSession: session, here: io.cwd })
  if (E.isLeft(choice)) return notShown(choice.left)
  if (isRefused) return notShown(`Session ${shortId(session)} cannot be resumed: ${problem}`)
  return offerFolder(world, resumed(row, choice.right.cwd), openPod)
}

const resumed = ({ session }: SessionRow, folder: string): PodToOpen => ({
  title: `Resume Pod / session: ${shortId(session)}`,
  argv: [],
  session,
  folder,
  readOnly: 'resume it in a Pod that only reads',
})

const holderOf = async (
  { paths }: ScreenWorld,
  { session }: SessionRow,
): Promise<PodEntry | undefined> => {
  const entries = await listEntries(paths)
  return E.isLeft(entries)
    ? undefined
    : entries.right.find((entry) => entry.session === session && entry.read_only !== true)
}
