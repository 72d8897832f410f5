import { initialState } from '../../../cli/tui/initial-state.js'
import type { TuiState } from '../../../cli/tui/state.js'
import { view } from '../../../cli/tui/view.js'
import type { Event } from '../../../domain/event/event.js'
import type { Notification } from '../../../domain/protocol/notification.js'
import { sessionNo } from '../record-list.js'
import { timedRecords } from '../tool-story.js'
import { hello, type Play, play, type Snap, snapshot } from '../tui-given.js'
import type { Picture, Setting } from './picture.js'
import type { Words } from './words.js'

/** A screen of the TUI itself: `made` gives the state whose view is the picture. */
export const scene = (
  name: string,
  about: string,
  made: (setting: Setting) => TuiState,
): Picture => ({ name, about, frame: (setting) => view(made(setting)) })

/** The TUI before it has reached a Pod. */
export const unconnected = ({ size }: Setting): TuiState => ({
  ...initialState(size),
  pods: ['docs'],
})

/** The line to the Pod stands; the snapshot is still to come. */
export const greeted = (setting: Setting): TuiState =>
  played(unconnected(setting), { type: 'Connected', atMs: 0 }, helloOf(setting.words))

/** A TUI that has just got this snapshot. */
export const live = (setting: Setting, snap: Snap = {}): TuiState =>
  played(greeted(setting), snapshotOf(setting.words, snap))

/** The state after all of these, one second apart. */
export const played = (state: TuiState, ...plays: ReadonlyArray<Play>): TuiState =>
  play(state, ...plays).state

/** The snapshot of a Pod that has done this. */
export const after = (...groups: ReadonlyArray<ReadonlyArray<Event>>): Snap => ({
  records: timedRecords(groups),
})

const helloOf = ({ pod }: Words): Notification => ({
  event: 'hello',
  data: { ...(hello.data as object), pod, session: sessionNo(1) } as never,
})

/** The snapshot that this Pod gives. */
export const snapshotOf = ({ pod, folder }: Words, snap: Snap): Notification => {
  const { event, data } = snapshot(snap)
  const greeting = {
    pod,
    cwd: folder,
    model: 'anthropic/some-model',
    scope: [`write ${folder}`, 'read /usr/share/doc'],
    tools: ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write'],
    context_window: 200_000,
    price: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
  }
  return { event, data: { ...data, greeting } } as Notification
}
