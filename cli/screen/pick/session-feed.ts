import type { SessionFile } from '../../../adapters/log/session-files.js'
import { limits } from '../../../domain/limits.js'
import type { ListedSession } from '../../../projections/session-row.js'
import { type ListRequest, rowsOf } from '../../sessions/list-sessions.js'
import type { Feed } from '../../tui/dialog/dialog.js'
import { hearPicker, type PickerNews } from '../../tui/picker/picker-news.js'
import { type Picker, selectedRow } from '../../tui/picker/picker.js'
import { pickerRow, type RowsContext } from './picker-row.js'
import { previewLoader } from './preview-loader.js'
import { saidSearcher } from './said-search.js'
import { sessionPreview } from './session-preview.js'

export type SessionFeedParts = {
  readonly request: ListRequest
  /** The sessions that the picker shows at first, and the files of all by their use. */
  readonly rows: ReadonlyArray<ListedSession>
  readonly files: ReadonlyArray<SessionFile>
  readonly context: RowsContext
}

/** Brings the picker what it shows besides the first sessions; gives the session of a row. */
export type SessionFeed = Feed<Picker, PickerNews> & {
  readonly rowOf: (id: string) => ListedSession | undefined
}

/**
 * Reads the preview of the selected session, and, once something is searched, all other sessions,
 * some at a time, so that a key never waits for more than a few of them; and then what was said.
 */
export const sessionFeed = (parts: SessionFeedParts): SessionFeed => {
  const { request, files, context } = parts
  const others = othersThan(parts.rows, files)
  const said = saidSearcher(files)
  const known = new Map<string, ListedSession>(parts.rows.map((row) => [row.session, row]))
  const previews = previewLoader(async (id) => {
    const row = known.get(id)
    return row === undefined ? undefined : sessionPreview(request.paths, row, context)
  })
  let reading: 'not_yet' | 'reading' | 'over' = 'not_yet'
  const readOthers = async (tell: (news: PickerNews) => void) => {
    for await (const rows of inSteps(request, others)) {
      if (reading === 'over') return
      for (const row of rows) known.set(row.session, row)
      tell({ type: 'rows', rows: rows.map((row) => pickerRow(row, context)), reading: 'more' })
    }
    const isPart = others.length > limits.searchedSessionsMax
    tell({ type: 'rows', rows: [], reading: isPart ? 'part' : 'all' })
  }
  return {
    hear: hearPicker,
    changed: (state, tell) => {
      previews.select(selectedRow(state)?.id, (id, of) => tell({ type: 'preview', id, of }))
      said.want(state.filter, (found) => tell({ type: 'said', ...found }))
      if (state.filter === '' || reading !== 'not_yet' || others.length === 0) return
      reading = 'reading'
      void readOthers(tell)
    },
    close: () => {
      reading = 'over'
      previews.close()
      said.close()
    },
    rowOf: (id) => known.get(id),
  }
}

const othersThan = (
  rows: ReadonlyArray<ListedSession>,
  files: ReadonlyArray<SessionFile>,
): ReadonlyArray<SessionFile> => {
  const known = new Set<string>(rows.map(({ session }) => session))
  return files.filter(({ session }) => !known.has(session))
}

const rowsAtOnce = 64

async function* inSteps(
  request: ListRequest,
  files: ReadonlyArray<SessionFile>,
): AsyncGenerator<ReadonlyArray<ListedSession>> {
  const read = files.slice(0, limits.searchedSessionsMax)
  for (let from = 0; from < read.length; from += rowsAtOnce)
    yield await rowsOf(request, read.slice(from, from + rowsAtOnce))
}
