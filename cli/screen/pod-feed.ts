import type { PodEntry } from '../../adapters/lock/pod-entry.js'
import { fold } from '../../domain/projection.js'
import type { Snapshot } from '../../domain/protocol/notification.js'
import { itemsFrom } from '../../projections/transcript/sequence.js'
import { transcript } from '../../projections/transcript/transcript.js'
import { glanceAtPod } from '../pod-glance.js'
import { inOrder } from '../sessions/in-order.js'
import type { Feed } from '../tui/dialog/dialog.js'
import { hearPicker, type PickerNews } from '../tui/picker/picker-news.js'
import type { Fact, Preview } from '../tui/picker/picker-row.js'
import { type Picker, selectedRow } from '../tui/picker/picker.js'
import { shortFolder } from '../tui/text/short-folder.js'
import { podRow, type PodsContext } from './pod-row.js'
import { previewLoader } from './preview-loader.js'

/** Asks each Pod how it stands, some at a time, and brings the picker the answers and previews. */
export const podFeed = (
  entries: ReadonlyArray<PodEntry>,
  context: PodsContext,
): Feed<Picker, PickerNews> => {
  const previews = previewLoader(async (id) => {
    const entry = entries.find(({ pod }) => pod === id)
    const snapshot = entry && (await glanceAtPod(entry.socket))
    return entry && podPreview(entry, context, snapshot)
  })
  let asking: 'not_yet' | 'asking' | 'over' = 'not_yet'
  const askAll = (tell: (news: PickerNews) => void) =>
    inOrder(entries, podsAtOnce, async (entry) => {
      if (asking === 'over') return
      const snapshot = await glanceAtPod(entry.socket)
      const row = podRow(entry, context, snapshot)
      const mark = snapshot === undefined ? 'unreachable' : row.mark
      tell({
        type: 'rows',
        rows: [{ ...row, ...(mark === undefined ? {} : { mark }) }],
        reading: 'all',
      })
    })
  return {
    hear: hearPicker,
    changed: (state, tell) => {
      previews.select(selectedRow(state)?.id, (id, of) => tell({ type: 'preview', id, of }))
      if (asking !== 'not_yet') return
      asking = 'asking'
      void askAll(tell)
    },
    close: () => {
      asking = 'over'
      previews.close()
    },
  }
}

const podsAtOnce = 8

const podPreview = (
  entry: PodEntry,
  { home }: PodsContext,
  snapshot: Snapshot | undefined,
): Preview => ({
  facts: [
    { text: entry.pod, style: 'bold' },
    { text: `pid ${entry.pid} · session ${entry.session}`, style: 'dim' },
    ...(snapshot === undefined ? silent : greetingFacts(snapshot, home)),
  ],
  blocks: snapshot === undefined ? [] : itemsFrom(0, fold(transcript, snapshot.records).blocks),
})

const silent: ReadonlyArray<Fact> = [
  { text: 'It does not answer on its socket; yoi doctor looks what is wrong.', style: 'warning' },
]

const greetingFacts = (
  { status, queue, greeting }: Snapshot,
  home: string | undefined,
): ReadonlyArray<Fact> => [
  { text: `${status}${queue.length === 0 ? '' : ` · ${queue.length} waiting`}`, style: 'ok' },
  { text: `model ${greeting.model}`, style: 'dim' },
  { text: shortFolder(greeting.cwd, home), style: 'dim', isPath: true },
]
