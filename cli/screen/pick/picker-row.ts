import { fateMark, type ListedSession, usedMs } from '../../../projections/session-row.js'
import { troubleAdvice } from '../../sessions/damage.js'
import type { PickerRow } from '../../tui/picker/picker-row.js'
import { shortFolder } from '../../tui/text/short-folder.js'
import { shortId } from '../short-id.js'
import { ageOf } from './age-of.js'

/** What a row depends on besides its session. */
export type RowsContext = {
  /** ISO 8601. */
  readonly now: string
  /** The person's own folder, which is shown as `~`. */
  readonly home: string | undefined
}

/** A session as the picker shows it: short id, age, Pod and state, folder, last words. */
export const pickerRow = (row: ListedSession, { now, home }: RowsContext): PickerRow => ({
  id: row.session,
  name: shortId(row.session),
  age: usedMs(row) === 0 ? 'unknown age' : ageOf(usedMs(row), now),
  place: row.cwd === null ? 'unknown folder' : shortFolder(row.cwd, home),
  detail: row.isRefused || row.problem === undefined ? row.preview : withRemark(row),
  usedMs: usedMs(row),
  ...markOf(row),
  ...(row.isRefused ? refused(row) : {}),
})

const refused = ({ session, problem = '' }: ListedSession) => ({
  blocked: `Cannot be resumed: ${problem}`,
  advice: troubleAdvice(shortId(session), problem),
})

const withRemark = ({ preview, problem }: ListedSession): string => `${preview}  [${problem}]`

const markOf = (row: ListedSession): Pick<PickerRow, 'mark' | 'markStyle'> => {
  const live = row.pod === undefined ? [] : [`live in ${row.pod}`]
  const fate = fateMark(row)
  const mark = (fate === '' ? live : [...live, fate]).join(' · ')
  if (mark === '') return {}
  return fate === '' ? { mark } : { mark, markStyle: 'warning' }
}
