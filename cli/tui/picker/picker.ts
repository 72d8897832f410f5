import type { Asked } from '../dialog/dialog.js'
import { hearDialog } from '../dialog/hear-dialog.js'
import { actionOf, defaultKeymap, type Keymap } from '../keys/keymap.js'
import type { Message } from '../message.js'
import { clusters } from '../text/clusters.js'
import type { PickerRow, Preview, Reading, SaidSearch } from './picker-row.js'
import { searchText, shownRows } from './picker-search.js'

export type Picker = {
  readonly size: { readonly width: number; readonly height: number }
  readonly title: string
  readonly keymap: Keymap
  /** All that is known, in the order in which it is shown. */
  readonly rows: ReadonlyArray<PickerRow>
  /** The text of each row in which a search looks. */
  readonly searched: ReadonlyArray<string>
  /** How many rows are shown while nothing is searched. */
  readonly firstRows: number
  readonly reading: Reading
  /** What was said in them, as far as it was looked through; undefined where that is never done. */
  readonly said: SaidSearch | undefined
  readonly filter: string
  /** Rows that are shown; a search narrows them. */
  readonly shown: ReadonlyArray<number>
  /** Place in `shown`. */
  readonly selected: number
  /** Whether the person has moved since the search changed; till then its first row is selected. */
  readonly hasMoved: boolean
  readonly fault: string | undefined
  /** Whether there is a preview of each row, and the last one that came. */
  readonly hasPreviews: boolean
  readonly preview: { readonly id: string; readonly of: Preview } | undefined
}

export type PickerOptions = Pick<Picker, 'size' | 'title' | 'rows'> &
  Partial<Pick<Picker, 'keymap' | 'firstRows' | 'reading' | 'said' | 'hasPreviews'>>

/** The picker with its first row selected. Without `reading` its rows are all that there is. */
export const picker = ({
  keymap = defaultKeymap,
  firstRows = Number.POSITIVE_INFINITY,
  reading = 'all',
  said,
  hasPreviews = false,
  ...options
}: PickerOptions): Picker => {
  const searched = options.rows.map((row) => searchText(row))
  const state = { ...options, keymap, firstRows, reading, said, hasPreviews, searched, filter: '' }
  const begun = { ...state, selected: 0, hasMoved: false, fault: undefined, preview: undefined }
  return { ...begun, shown: shownRows(state) }
}

/** The row that Enter would pick; undefined when none is shown. */
export const selectedRow = ({ rows, shown, selected }: Picker): PickerRow | undefined =>
  rows[shown[selected] ?? -1]

/**
 * Up and Down move, typing searches, Enter picks, Esc ends the search and then leaves, Ctrl-C
 * leaves. A blocked row says why and stays.
 */
export const updatePicker = (state: Picker, message: Message): Asked<Picker, string> =>
  hearDialog({ key: keyed, text: written, paste: written }, state, message)

const open = (state: Picker): Asked<Picker, string> => ({ type: 'open', state })

const written = (text: string, state: Picker): Asked<Picker, string> =>
  open(searching(typed(text, state), state))

const filterCharsMax = 200

const typed = (text: string, { filter }: Picker): string =>
  `${filter}${text.replace(/\s+/g, ' ')}`.trimStart().slice(0, filterCharsMax)

const searching = (filter: string, state: Picker): Picker => {
  if (filter === state.filter) return state
  const next = { ...state, filter, fault: undefined, selected: 0, hasMoved: false }
  return { ...next, shown: shownRows(next) }
}

const keyed = (key: string, state: Picker): Asked<Picker, string> => {
  switch (actionOf(key, state.keymap)) {
    case 'up':
    case 'scroll_line_up':
      return open(moved(state, -1))
    case 'down':
    case 'scroll_line_down':
      return open(moved(state, 1))
    case 'scroll_page_up':
      return open(moved(state, -pageRows))
    case 'scroll_page_down':
      return open(moved(state, pageRows))
    case 'enter':
      return pick(state)
    case 'escape':
      return state.filter === '' ? { type: 'cancelled' } : open(searching('', state))
    case 'interrupt':
      return { type: 'cancelled' }
    default:
      return open(searching(edited(key, state), state))
  }
}

const pageRows = 10

const edited = (key: string, { filter, keymap }: Picker): string => {
  switch (actionOf(key, keymap)) {
    case 'backspace':
      return clusters(filter).slice(0, -1).join('')
    case 'kill_word':
    case 'kill_blank_word':
      return filter.replace(/\S*\s*$/, '')
    case 'kill_line_start':
    case 'kill_all':
      return ''
    default:
      return filter
  }
}

const moved = (state: Picker, by: number): Picker => ({
  ...state,
  fault: undefined,
  hasMoved: true,
  selected: Math.max(0, Math.min(state.shown.length - 1, state.selected + by)),
})

const pick = (state: Picker): Asked<Picker, string> => {
  const row = selectedRow(state)
  if (row === undefined) return open(state)
  return row.blocked === undefined
    ? { type: 'answered', answer: row.id }
    : open({ ...state, fault: blockedFault(row) })
}

// What blocks it stands with the row.
const blockedFault = ({ advice }: PickerRow): string =>
  advice === undefined ? 'It cannot be picked: see why, above.' : `It cannot be picked: ${advice}.`
