import { type ListedSession, usedMs } from '../../../projections/session-row.js'
import type { PickerRow } from '../../tui/picker/picker-row.js'
import { shortFolder } from '../../tui/text/short-folder.js'
import { shortId } from '../short-id.js'

/** What a row depends on besides its session. */
export type RowsContext = {
  /** ISO 8601. */
  readonly now: string
  /** The person's own folder, which is shown as `~`. */
  readonly home: string | undefined
}

/** A session as the picker shows it: short id, age, the live Pod, folder, last words. */
export const pickerRow = (row: ListedSession, { now, home }: RowsContext): PickerRow => ({
  id: row.session,
  name: shortId(row.session),
  age: usedMs(row) === 0 ? 'unknown age' : ageOf(usedMs(row), now),
  place: row.cwd === null ? 'unknown folder' : shortFolder(row.cwd, home),
  detail: row.isRefused || row.problem === undefined ? row.preview : withRemark(row),
  ...(row.pod === undefined ? {} : { mark: `live in ${row.pod}` }),
  ...(row.isRefused ? { blocked: `Cannot be resumed: ${row.problem}` } : {}),
})

const withRemark = ({ preview, problem }: ListedSession): string => `${preview}  [${problem}]`

const steps: ReadonlyArray<readonly [number, string]> = [
  [60, 's'],
  [60, 'min'],
  [24, 'h'],
  [Number.POSITIVE_INFINITY, 'd'],
]

/** How long ago, in the largest unit that fits. A clock that stepped back counts as now. */
export const ageOf = (thenMs: number, now: string): string => {
  let amount = Math.max(0, (Date.parse(now) - thenMs) / 1000)
  for (const [size, unit] of steps) {
    if (amount < size) return `${Math.floor(amount)} ${unit} ago`
    amount /= size
  }
  return ''
}
