import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import { systemClock } from '../../../adapters/node/clock.js'
import { limits } from '../../../domain/limits.js'
import type { Snapshot } from '../../../domain/protocol/notification.js'
import { glanceAtPod } from '../../pod-glance.js'
import { inOrder } from '../../sessions/in-order.js'
import type { Feed } from '../../tui/dialog/dialog.js'
import { type Picker, selectedRow } from '../../tui/picker/picker.js'
import { hearPicker, type PickerNews } from '../../tui/picker/picker-news.js'
import type { PickerRow } from '../../tui/picker/picker-row.js'
import { podPreview } from './pod-preview.js'
import { type PodsContext, podRow } from './pod-row.js'
import { previewLoader } from './preview-loader.js'

export type PodFeedParts = {
  /** The Pods that the picker shows at first. */
  readonly entries: ReadonlyArray<PodEntry>
  readonly context: PodsContext
  /** The Pods that live now; undefined when that cannot be read. */
  readonly list: () => Promise<ReadonlyArray<PodEntry> | undefined>
}

/** Brings the picker what it shows of Pods; gives the Pod of a row. */
export type PodFeed = Feed<Picker, PickerNews> & {
  readonly entryOf: (id: string) => PodEntry | undefined
}

/**
 * Asks each Pod how it stands, some at a time, and brings the picker the answers and previews; again
 * and again while it is open, with the Pods that have come and those that have ended.
 */
export const podFeed = (parts: PodFeedParts): PodFeed => {
  const looking: Looking = { ...parts, selected: undefined, at: 'rest', timer: undefined }
  const previews = previewLoader(async (id) => {
    const entry = entryOf(id, looking)
    return entry && podPreview(entry, parts.context, await glanceAtPod(entry.socket))
  })
  return {
    hear: hearPicker,
    changed: (state, tell) => {
      looking.selected = selectedRow(state)?.id
      previews.select(looking.selected, (id, of) => tell({ type: 'preview', id, of }))
      if (looking.at !== 'rest') return
      looking.at = 'looking'
      void lookAgain(looking, tell)
    },
    close: () => {
      looking.at = 'over'
      clearTimeout(looking.timer)
      previews.close()
    },
    entryOf: (id) => entryOf(id, looking),
  }
}

/** What changes while the picker is open. */
type Looking = Omit<PodFeedParts, 'entries'> & {
  entries: ReadonlyArray<PodEntry>
  selected: string | undefined
  at: 'rest' | 'looking' | 'over'
  timer: NodeJS.Timeout | undefined
}

type Tell = (news: PickerNews) => void

const entryOf = (id: string | undefined, { entries }: Looking): PodEntry | undefined =>
  entries.find(({ pod }) => pod === id)

const podsAtOnce = 8

const lookAgain = async (looking: Looking, tell: Tell): Promise<void> => {
  await inOrder(looking.entries, podsAtOnce, (entry) => askPod(entry, looking, tell))
  if (isOver(looking)) return
  looking.timer = setTimeout(() => {
    void whoLives(looking, tell).then(() =>
      isOver(looking) ? undefined : lookAgain(looking, tell),
    )
  }, limits.podsRefreshMs)
}

const isOver = ({ at }: Looking): boolean => at === 'over'

const askPod = async (entry: PodEntry, looking: Looking, tell: Tell): Promise<void> => {
  if (isOver(looking)) return
  const snapshot = await glanceAtPod(entry.socket)
  const context = { ...looking.context, now: systemClock.now() }
  tell(rowNews([heard(podRow(entry, context, snapshot), snapshot)]))
  if (entry.pod === looking.selected && snapshot !== undefined)
    tell({ type: 'preview', id: entry.pod, of: podPreview(entry, context, snapshot) })
}

const heard = (row: PickerRow, snapshot: Snapshot | undefined): PickerRow =>
  snapshot === undefined ? { ...row, mark: 'unreachable' } : row

const rowNews = (rows: ReadonlyArray<PickerRow>): PickerNews => ({
  type: 'rows',
  rows,
  reading: 'all',
})

const whoLives = async (looking: Looking, tell: Tell): Promise<void> => {
  const now = await looking.list()
  if (now === undefined || isOver(looking)) return
  const { entries, context } = looking
  const [known, living] = [entries, now].map((all) => new Set(all.map(({ pod }) => pod)))
  looking.entries = now
  const ended = entries.filter(({ pod }) => living?.has(pod) === false)
  const come = now.filter(({ pod }) => known?.has(pod) === false)
  tell(
    rowNews([
      ...ended.map((entry) => endedRow(podRow(entry, context))),
      ...come.map((entry) => podRow(entry, context)),
    ]),
  )
}

const endedRow = (row: PickerRow): PickerRow => ({
  ...row,
  mark: 'ended',
  blocked: 'This Pod has ended. What was said in it is in yoi -r.',
})
