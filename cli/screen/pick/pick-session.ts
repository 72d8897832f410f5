import * as E from 'fp-ts/lib/Either.js'
import { sessionFiles } from '../../../adapters/log/session-files.js'
import { systemClock } from '../../../adapters/node/clock.js'
import type { SessionId } from '../../../domain/ids.js'
import type { ListedSession } from '../../../projections/session-row.js'
import { listSessions } from '../../sessions/list-sessions.js'
import { lookForGone } from '../../sessions/look-at-folders.js'
import { ask } from '../../tui/dialog/ask.js'
import { picker, updatePicker } from '../../tui/picker/picker.js'
import { nothingSaid } from '../../tui/picker/picker-row.js'
import { viewPicker } from '../../tui/picker/picker-view.js'
import { holderOf } from '../open/holder-of.js'
import { readingSessions, resumeSession } from '../open/resume-session.js'
import { leftDialog, notShown, type ScreenEnd } from '../screen-end.js'
import { livePod, showPod } from '../show/show-pod.js'
import type { ScreenWorld } from '../world.js'
import { pickerRow } from './picker-row.js'
import { sessionFeed } from './session-feed.js'

const firstRows = 10

const needsScreen =
  'This terminal cannot show a picker: see yoi sessions, and go on with yoi --session ID.'

const noSessions = 'There are no sessions yet; yoi alone starts a new Pod.'

/**
 * Lets the person pick one of the sessions last used, or any that a search finds, and goes on with
 * it under a name. Beside a Pod that is shown, `here` is its session, and a live one that is picked
 * is attached to.
 */
export const pickSession = async (world: ScreenWorld, here?: SessionId): Promise<ScreenEnd> => {
  if (world.isPlain) return notShown(needsScreen)
  const request = { ...(await readingSessions(world)), limit: firstRows, look: lookForGone }
  const [list, files] = await Promise.all([
    listSessions(request),
    sessionFiles(world.paths.sessions)(),
  ])
  if (E.isLeft(list)) return notShown(list.left)
  const { rows } = list.right
  if (rows.length === 0) return notShown(noSessions)
  const row = await asked(world, { request, rows, files: E.isLeft(files) ? [] : files.right })
  if (row === undefined || row.session === here) return leftDialog
  const holder = here === undefined ? undefined : await holderOf(world, row)
  return holder === undefined ? resumeSession(world, row) : showPod(world, livePod(holder))
}

type Listed = Pick<Parameters<typeof sessionFeed>[0], 'request' | 'rows' | 'files'>

const asked = async (world: ScreenWorld, listed: Listed): Promise<ListedSession | undefined> => {
  const context = { now: systemClock.now(), home: world.io.env['HOME'] }
  const feed = sessionFeed({ ...listed, context })
  const chosen = await ask(world.terminal, {
    initial: picker({
      size: { width: 80, height: 24 },
      title: 'Resume a session',
      keymap: world.terminal.settings.keymap,
      rows: listed.rows.map((row) => pickerRow(row, context)),
      firstRows,
      reading: listed.files.length > listed.rows.length ? 'first' : 'all',
      said: nothingSaid,
      hasPreviews: true,
    }),
    update: updatePicker,
    view: viewPicker,
    feed,
  })
  return chosen === undefined ? undefined : feed.rowOf(chosen)
}
