import { type Frame, type Line, span } from '../frame.js'
import { safeLine } from '../text/safe-text.js'
import { takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'
import type { Picker } from './picker.js'
import { lookingOf } from './picker-looking.js'

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
  const wanted = textWidth(safeLine(state.filter)) + 1
  const fits = (columns: number) => (place: string) => textWidth(place) + columns <= width
  const places = placeForms(state)
  const place = places.find(fits(label.length + wanted)) ?? places.at(-1) ?? ''
  const lead = fits(label.length + filterColumnsMin)(place) ? label : ''
  const room = Math.max(1, width - lead.length - textWidth(place) - 1)
  const filter = takeLastColumns(safeLine(state.filter), room)
  return {
    line: [span(lead, 'bold'), span(filter, 'accent'), span(place, 'dim')],
    caret: { row: 0, column: lead.length + textWidth(filter) },
  }
}

const filterColumnsMin = 8

const placeText = ({ selected, shown }: Picker): string =>
  `  ${shown.length === 0 ? 0 : selected + 1} of ${shown.length}`

// A search that goes on, or was bounded, says so at every width.
const placeForms = (state: Picker): ReadonlyArray<string> => {
  const place = placeText(state)
  switch (lookingOf(state)) {
    case 'more':
      return [`${place}, searching what was said…`, `${place}, searching…`, `${place}…`]
    case 'part':
      return [`${place}, the oldest was not searched`, `${place}, not all`, `${place}+`]
    case 'all':
      return [place]
  }
}
