import type { Asked } from './dialog.js'
import { actionOf, defaultKeymap, type Keymap } from './keymap.js'
import type { Message } from './message.js'

/** One thing to pick, in the pieces that the view arranges by the room that there is. */
export type PickerRow = {
  readonly id: string
  /** The short name of it. */
  readonly name: string
  readonly age: string
  /** What is going on with it now, such as the Pod that holds it. */
  readonly mark?: string
  /** A path; its end tells most. */
  readonly place: string
  readonly detail: string
  /** Why it cannot be picked. */
  readonly blocked?: string
}

export type Picker = {
  readonly size: { readonly width: number; readonly height: number }
  readonly title: string
  readonly keymap: Keymap
  readonly rows: ReadonlyArray<PickerRow>
  /** Rows that are shown; a search would narrow them. */
  readonly shown: ReadonlyArray<number>
  /** Place in `shown`. */
  readonly selected: number
  readonly fault: string | undefined
}

/** The picker with its first row selected. */
export const picker = (
  options: Pick<Picker, 'size' | 'title' | 'rows'> & { readonly keymap?: Keymap },
): Picker => ({
  keymap: defaultKeymap,
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
    case 'Edited':
    case 'Said':
    case 'Tick':
    case 'Looked':
    case 'FilesFound':
      return open(state)
  }
}

const open = (state: Picker): Asked<Picker, string> => ({ type: 'open', state })

const keyed = (key: string, state: Picker): Asked<Picker, string> => {
  switch (actionOf(key, state.keymap)) {
    case 'up':
    case 'scroll_line_up':
      return open(moved(state, -1))
    case 'down':
    case 'scroll_line_down':
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

const pick = (state: Picker): Asked<Picker, string> => {
  const row = state.rows[state.shown[state.selected] ?? -1]
  if (row === undefined) return open(state)
  return row.blocked === undefined
    ? { type: 'answered', answer: row.id }
    : open({ ...state, fault: row.blocked })
}
