import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import type { SessionId } from '../../../domain/ids.js'
import { fold } from '../../../domain/projection.js'
import type { Snapshot } from '../../../domain/protocol/notification.js'
import { previewOf, sessionLine } from '../../../projections/session-line.js'
import { isRowOf, type LiveRowRead } from '../../sessions/live-rows.js'
import type { PickerRow } from '../../tui/picker/picker-row.js'
import { shortFolder } from '../../tui/text/short-folder.js'
import { shortId } from '../short-id.js'
import { ageOf } from './age-of.js'
import type { RowsContext } from './picker-row.js'

/** What the rows of Pods depend on besides: what live.json says, and the session on the screen. */
export type PodsContext = RowsContext & {
  readonly indexed: ReadonlyArray<LiveRowRead>
  readonly here: SessionId | undefined
}

/** A live Pod as the picker shows it: name, age, state, folder; its session and the last words. */
export const podRow = (entry: PodEntry, context: PodsContext, snapshot?: Snapshot): PickerRow => {
  const { cwd, updated, preview, status } = facts(entry, context, snapshot)
  return {
    id: entry.pod,
    name: entry.pod,
    age: updated === null ? 'not used yet' : ageOf(Date.parse(updated), context.now),
    mark: `${status}${entry.session === context.here ? ' · on this screen' : ''}`,
    place: cwd === null ? '' : shortFolder(cwd, context.home),
    detail: `${shortId(entry.session)}${entry.read_only === true ? ' (reads only)' : ''}  ${preview}`,
  }
}

type Facts = Pick<LiveRowRead, 'cwd' | 'updated' | 'preview'> & { readonly status: string }

// The Pod's own words are newer than those of the index.
const facts = (entry: PodEntry, { indexed }: PodsContext, snapshot?: Snapshot): Facts => {
  const row = indexed.find((one) => isRowOf(one, entry))
  if (snapshot === undefined)
    return row ?? { cwd: null, updated: null, preview: '', status: 'asking…' }
  const said = previewOf(fold(sessionLine, snapshot.records).words)
  return {
    cwd: snapshot.greeting.cwd,
    updated: snapshot.records.at(-1)?.at ?? null,
    preview: said,
    status: statusText(snapshot),
  }
}

const statusText = ({ status, stopping }: Snapshot): string =>
  stopping === undefined ? status : `${status}, stopping`
