import type { ScanFault } from '../../../adapters/log/scan-fault.js'
import type { SessionFile } from '../../../adapters/log/session-files.js'
import { systemClock } from '../../../adapters/node/clock.js'
import { limits } from '../../../domain/limits.js'
import { type ListedSession, usedMs, withDamage } from '../../../projections/session-row.js'
import { type ListRequest, rowsOf } from '../../sessions/list-sessions.js'
import type { Feed } from '../../tui/dialog/dialog.js'
import { type Picker, selectedRow } from '../../tui/picker/picker.js'
import { hearPicker, type PickerNews } from '../../tui/picker/picker-news.js'
import type { Preview, Reading } from '../../tui/picker/picker-row.js'
import { ageOf } from './age-of.js'
import { ageTicks } from './age-ticks.js'
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
 * some at a time, so that a key never waits for more than a few of them; and then what was said. What
 * damage it meets there, and ages that read another way by now, it tells as news of the rows.
 */
export const sessionFeed = (parts: SessionFeedParts): SessionFeed => {
  const { request, files } = parts
  const told: Told = { ...parts, ...nothingTold() }
  learn(told, parts.rows)
  const others = othersThan(parts.rows, files)
  const said = saidSearcher(files, (session, fault) => heardDamage(told, session, fault))
  const ages = ageTicks(
    () => [...told.known.values()].map(usedMs).filter((ms) => ms > 0),
    () => tellRows(told, [...told.known.values()].filter(readsAnother(told))),
  )
  const previews = previewLoader((id) => previewOf(told, id))
  let reading: 'not_yet' | 'reading' | 'over' = 'not_yet'
  const readOthers = async () => {
    for await (const rows of inSteps(request, others)) {
      if (reading === 'over') return
      tellRows(told, learn(told, rows), 'more')
    }
    tellRows(told, [], others.length > limits.searchedSessionsMax ? 'part' : 'all')
  }
  return {
    hear: hearPicker,
    changed: (state, tell) => {
      told.tell = tell
      ages.start()
      previews.select(selectedRow(state)?.id, (id, of) => tell({ type: 'preview', id, of }))
      said.want(state.filter, (found) => tell({ type: 'said', ...found }))
      if (state.filter === '' || reading !== 'not_yet' || others.length === 0) return
      reading = 'reading'
      void readOthers()
    },
    close: () => {
      reading = 'over'
      ages.close()
      previews.close()
      said.close()
    },
    rowOf: (id) => told.known.get(id),
  }
}

/** What the picker has been told. `damaged`: what was met in logs, also of rows not read yet. */
type Told = Pick<SessionFeedParts, 'request' | 'context'> & ReturnType<typeof nothingTold>

const nothingTold = () => ({
  known: new Map<string, ListedSession>(),
  ages: new Map<string, string>(),
  damaged: new Map<string, ScanFault>(),
  tell: (_: PickerNews): void => undefined,
})

const readsAnother = ({ ages }: Told) => {
  const now = systemClock.now()
  return (row: ListedSession): boolean => ages.get(row.session) !== ageOf(usedMs(row), now)
}

const learn = (
  { known, damaged }: Told,
  rows: ReadonlyArray<ListedSession>,
): ReadonlyArray<ListedSession> =>
  rows.map((row) => {
    const fault = damaged.get(row.session)
    const learnt = fault === undefined ? row : withDamage(row, fault)
    known.set(row.session, learnt)
    return learnt
  })

const tellRows = (
  { context, ages, tell }: Told,
  rows: ReadonlyArray<ListedSession>,
  reading?: Reading,
): void => {
  const shown = rows.map((row) => pickerRow(row, { ...context, now: systemClock.now() }))
  for (const { id, age } of shown) ages.set(id, age)
  tell({ type: 'rows', rows: shown, ...(reading === undefined ? {} : { reading }) })
}

const heardDamage = (told: Told, session: string, fault: ScanFault): void => {
  told.damaged.set(session, fault)
  const row = told.known.get(session)
  if (row !== undefined) tellRows(told, learn(told, [row]))
}

const previewOf = async (told: Told, id: string): Promise<Preview | undefined> => {
  const listed = told.known.get(id)
  if (listed === undefined) return undefined
  const { preview, fault } = await sessionPreview(told.request.paths, listed, told.context)
  if (fault !== undefined && !listed.isRefused) heardDamage(told, id, fault)
  return preview
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
