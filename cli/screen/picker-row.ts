import type { ListedSession } from '../../projections/session-row.js'
import type { PickerRow } from '../tui/picker.js'

/** A session as the picker shows it at `now` (ISO 8601): short id, age, Pod, folder, last words. */
export const pickerRow = (row: ListedSession, now: string): PickerRow => {
  const parts = [
    row.session.slice(0, 13),
    row.updated === null ? 'unknown age' : age(row.updated, now),
    ...(row.pod === undefined ? [] : [`live in ${row.pod}`]),
    row.cwd ?? 'unknown folder',
  ]
  return {
    id: row.session,
    head: parts.join('  '),
    detail: row.isRefused || row.problem === undefined ? row.preview : withRemark(row),
    ...(row.isRefused ? { blocked: `Cannot be resumed: ${row.problem}` } : {}),
  }
}

const withRemark = ({ preview, problem }: ListedSession): string => `${preview}  [${problem}]`

const steps: ReadonlyArray<readonly [number, string]> = [
  [60, 's'],
  [60, 'min'],
  [24, 'h'],
  [Number.POSITIVE_INFINITY, 'd'],
]

/** How long ago, in the largest unit that fits. A clock that stepped back counts as now. */
const age = (then: string, now: string): string => {
  let amount = Math.max(0, (Date.parse(now) - Date.parse(then)) / 1000)
  for (const [size, unit] of steps) {
    if (amount < size) return `${Math.floor(amount)} ${unit} ago`
    amount /= size
  }
  return ''
}
