import * as E from 'fp-ts/lib/Either.js'
import { constUndefined, pipe } from 'fp-ts/lib/function.js'
import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import { systemClock } from '../../../adapters/node/clock.js'
import type { SessionId } from '../../../domain/ids.js'
import { listEntries } from '../../pod-registry.js'
import { readLiveRows } from '../../sessions/live-rows.js'
import { ask } from '../../tui/dialog/ask.js'
import { picker, updatePicker } from '../../tui/picker/picker.js'
import { viewPicker } from '../../tui/picker/picker-view.js'
import { leftDialog, notShown, type ScreenEnd } from '../screen-end.js'
import { livePod, showPod } from '../show/show-pod.js'
import type { ScreenWorld } from '../world.js'
import { podFeed } from './pod-feed.js'
import { podRow } from './pod-row.js'

const needsScreen = 'This terminal cannot show a picker: see yoi pods, and attach with yoi POD.'

const noPods = 'No Pod runs; yoi alone starts a new one.'

/**
 * Lets the person pick one of the live Pods and attaches to it. `here` is the session of the Pod
 * that is on the screen; picking that one leads back.
 */
export const pickPod = async (world: ScreenWorld, here?: SessionId): Promise<ScreenEnd> => {
  const { paths, io, terminal, isPlain } = world
  if (isPlain) return notShown(needsScreen)
  const found = await listEntries(paths)
  if (E.isLeft(found)) return notShown(found.left)
  const entries = byName(found.right)
  if (entries.length === 0) return notShown(noPods)
  const indexed = await readLiveRows(paths.liveIndex)
  const context = { now: systemClock.now(), home: io.env['HOME'], indexed, here }
  const list = async () => pipe(await listEntries(paths), E.match(constUndefined, byName))
  const feed = podFeed({ entries, context, list })
  const chosen = await ask(terminal, {
    initial: picker({
      size: { width: 80, height: 24 },
      title: 'Attach to a Pod',
      keymap: terminal.settings.keymap,
      rows: entries.map((entry) => podRow(entry, context)),
      hasPreviews: true,
    }),
    update: updatePicker,
    view: viewPicker,
    feed,
  })
  const entry = chosen === undefined ? undefined : feed.entryOf(chosen)
  return entry === undefined || entry.session === here ? leftDialog : showPod(world, livePod(entry))
}

const byName = (entries: ReadonlyArray<PodEntry>): ReadonlyArray<PodEntry> =>
  entries.toSorted((a, b) => (a.pod < b.pod ? -1 : 1))
