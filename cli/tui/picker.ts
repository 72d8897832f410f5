import type { Asked } from './dialog.js'
import { emptyLine, fitLine, type Frame, type Line, line, span } from './frame.js'
import { actionOf } from './keymap.js'
import { led } from './led.js'
import type { Message } from './message.js'

/** One thing to pick. `blocked` says why it cannot be picked. */
export type PickerRow = {
  readonly id: string
  readonly head: string
  readonly detail: string
  readonly blocked?: string
}

export type Picker = {
  readonly size: { readonly width: number; readonly height: number }
  readonly title: string
  readonly rows: ReadonlyArray<PickerRow>
  /** Rows that are shown; a search would narrow them. */
  readonly shown: ReadonlyArray<number>
  /** Place in `shown`. */
  readonly selected: number
  readonly fault: string | undefined
}

/** The picker with its first row selected. */
export const picker = (options: Pick<Picker, 'size' | 'title' | 'rows'>): Picker => ({
  ...options,
  shown: options.rows.map((_, index) => index),
  selected: 0,
  fault: undefined,
})

/** Up and Down move, Enter picks, Esc and Ctrl-C leave. A blocked row says why and stays. */
export const updatePicker = (state: Picker, message: Message): Asked<Picker, string> => {
  switch (message.type) {
    case 'Key':
      return keyed(message.name, state)
    case 'Resize':
      return open({ ...state, size: { width: message.width, height: message.height } })
    case 'Text':
    case 'Paste':
    case 'Connected':
    case 'Disconnected':
    case 'Notified':
    case 'Tick':
      return open(state)
  }
}

const open = (state: Picker): Asked<Picker, string> => ({ type: 'open', state })

const keyed = (key: string, state: Picker): Asked<Picker, string> => {
  switch (actionOf(key)) {
    case 'up':
      return open(moved(state, -1))
    case 'down':
      return open(moved(state, 1))
    case 'enter':
      return pick(state)
    case 'escape':
    case 'interrupt':
      return { type: 'cancelled' }
    default:
      return open(state)
  }
}

const moved = (state: Picker, by: number): Picker => ({
  ...state,
  fault: undefined,
  selected: Math.max(0, Math.min(state.shown.length - 1, state.selected + by)),
})

const selectedRow = ({ rows, shown, selected }: Picker): PickerRow | undefined =>
  rows[shown[selected] ?? -1]

const pick = (state: Picker): Asked<Picker, string> => {
  const row = selectedRow(state)
  if (row === undefined) return open(state)
  return row.blocked === undefined
    ? { type: 'answered', answer: row.id }
    : open({ ...state, fault: row.blocked })
}

const linesOfRow = 2

/** The screen of the picker: two lines a row, as many rows as fit around the selected one. */
export const viewPicker = (state: Picker): Frame => {
  const { width, height } = state.size
  const below = [...faultLines(state), line('Up and Down · Enter to pick · Esc to leave', 'dim')]
  const title = [...led('', state.title, { look: { width }, style: 'bold' }), emptyLine]
  const above = title.slice(0, Math.max(0, height - below.length - linesOfRow))
  const room = Math.max(1, Math.floor((height - above.length - below.length) / linesOfRow))
  const first = Math.max(0, Math.min(state.selected, state.shown.length - room))
  const rows = state.shown.slice(first, first + room).flatMap((index, place) => {
    const row = state.rows[index]
    return row === undefined ? [] : rowLines(row, first + place === state.selected)
  })
  const lines = [...above, ...rows, ...below].slice(0, height)
  const filled = [...lines, ...Array.from({ length: height - lines.length }, () => emptyLine)]
  const caretRow = above.length + (state.selected - first) * linesOfRow
  return {
    width,
    height,
    lines: filled.map((spans) => fitLine(spans, width)),
    scrollHeight: 0,
    cursor: { row: Math.min(height - 1, caretRow), column: 0 },
  }
}

const faultLines = ({ fault, size }: Picker): ReadonlyArray<Line> =>
  fault === undefined ? [] : led('', fault, { look: { width: size.width }, style: 'error' })

const rowLines = (row: PickerRow, selected: boolean): ReadonlyArray<Line> => {
  const style = row.blocked === undefined ? 'plain' : 'dim'
  return [
    [span(selected ? '> ' : '  ', 'accent'), span(row.head, selected ? 'inverse' : style)],
    [span('    '), span(row.blocked ?? row.detail, row.blocked === undefined ? 'dim' : 'warning')],
  ]
}
