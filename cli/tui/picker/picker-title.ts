import { type Frame, type Line, span } from '../frame.js'
import { safeLine } from '../text/safe-text.js'
import { takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'
import type { Picker } from './picker.js'

/** The first line of a picker, and where the caret stands in it while something is searched. */
export type PickerTitle = { readonly line: Line; readonly caret?: Frame['cursor'] }

/** What is picked, or what is searched for, and which of how many rows is selected. */
export const pickerTitle = (state: Picker, width: number): PickerTitle =>
  state.filter === '' ? plainTitle(state, width) : searchTitle(state, width)

const plainTitle = (state: Picker, width: number): PickerTitle => {
  const words = [span(state.title, 'bold'), span(placeText(state), 'dim')]
  const left = width - words.reduce((sum, { text }) => sum + textWidth(text), 0)
  const hint = hints.find((one) => textWidth(one) <= left)
  return { line: hint === undefined ? words : [...words, span(hint, 'dim')] }
}

const hints: ReadonlyArray<string> = ['  type to search', '  type: search']

const label = 'Search: '

// The end of what was typed stays, with the caret behind it.
const searchTitle = (state: Picker, width: number): PickerTitle => {
  const place = placeText(state)
  const lead = width >= label.length + textWidth(place) + 8 ? label : ''
  const room = Math.max(1, width - lead.length - textWidth(place) - 1)
  const filter = takeLastColumns(safeLine(state.filter), room)
  return {
    line: [span(lead, 'bold'), span(filter, 'accent'), span(place, 'dim')],
    caret: { row: 0, column: lead.length + textWidth(filter) },
  }
}

const placeText = ({ selected, shown, rows, filter, reading }: Picker): string => {
  const place = `  ${shown.length === 0 ? 0 : selected + 1} of ${shown.length}`
  if (filter === '') return place
  if (reading === 'part') return `${place} of the newest ${rows.length}`
  return reading === 'all' ? place : `${place}…`
}
