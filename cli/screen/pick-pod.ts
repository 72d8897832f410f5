import * as E from 'fp-ts/lib/Either.js'
import type { SessionId } from '../../domain/ids.js'
import { listEntries } from '../pod-registry.js'
import { ask } from '../tui/ask.js'
import { picker, updatePicker } from '../tui/picker.js'
import { viewPicker } from '../tui/picker-view.js'
import { leftDialog, notShown, type ScreenEnd } from './screen-end.js'
import { shortId } from './short-id.js'
import { livePod, showPod } from './show-pod.js'
import type { ScreenWorld } from './world.js'

/** Lets the person pick one of the live Pods and attaches to it; `here`: the session on the screen. */
export const pickPod = async (world: ScreenWorld, here?: SessionId): Promise<ScreenEnd> => {
  const entries = await listEntries(world.paths)
  if (E.isLeft(entries)) return notShown(entries.left)
  if (entries.right.length === 0) return notShown('No Pod runs; yoi alone starts a new one.')
  const chosen = await ask(world.terminal, {
    initial: picker({
      size: { width: 80, height: 24 },
      title: 'Attach to a Pod',
      rows: entries.right.map(({ pod, session }) => ({
        id: pod,
        name: pod,
        age: '',
        place: shortId(session),
        detail: '',
      })),
    }),
    update: updatePicker,
    view: viewPicker,
  })
  const entry = entries.right.find(({ pod }) => pod === chosen)
  return entry === undefined || entry.session === here ? leftDialog : showPod(world, livePod(entry))
}
