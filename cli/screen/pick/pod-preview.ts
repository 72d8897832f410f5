import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import { fold } from '../../../domain/projection.js'
import type { Snapshot } from '../../../domain/protocol/notification.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import type { Fact, Preview } from '../../tui/picker/picker-row.js'
import { shortFolder } from '../../tui/text/short-folder.js'
import type { PodsContext } from './pod-row.js'

/** What is shown of a Pod beside the list; without a snapshot it did not answer. */
export const podPreview = (
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
