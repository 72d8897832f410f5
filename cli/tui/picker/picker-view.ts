import { dialogFrame } from '../dialog/dialog-frame.js'
import { emptyLine, type Frame, fitLine, type Line, line, lineWidth, span } from '../frame.js'
import { keyHints } from '../keys/key-hints.js'
import { keyFor } from '../keys/keymap.js'
import { type Picker, selectedRow } from './picker.js'
import { withFinds } from './picker-finds.js'
import { pickerList } from './picker-list.js'
import { previewLines } from './picker-preview.js'
import { shownDetail } from './picker-search.js'

/**
 * The screen of the picker. Each row takes two lines when all of them fit so; else only the selected
 * one does, and as many of its neighbours as fit stand around it. The selected row is always there.
 * Where there is room the preview of it stands beside the list or below it.
 */
export const viewPicker = (state: Picker): Frame => {
  const { width, height } = state.size
  const keys = keyHints(hints(state), width).slice(0, height - 1)
  const room = height - keys.length
  const pane = paneOf(state, room)
  const list = pickerList(state, { ...pane.list, hasPreview: pane.at !== 'nowhere' })
  const lines = withPane(list.lines, pane, shownPreview(state, pane))
  return dialogFrame(state.size, { lines: [...lines, ...keys], cursor: list.cursor })
}

type Lines = ReadonlyArray<Line>

const hints = ({ keymap, filter, shown }: Picker): ReadonlyArray<string> => [
  ...(shown.length === 0
    ? []
    : [`${keyFor('up', keymap)}/${keyFor('down', keymap)}`, `${keyFor('enter', keymap)} to pick`]),
  `${keyFor('escape', keymap)} ${filter === '' ? 'to leave' : 'to clear'}`,
]

type Size = { readonly width: number; readonly height: number }

/** Where the list stands, and the preview beside it. */
type Pane = {
  readonly at: 'right' | 'below' | 'nowhere'
  readonly list: Size
  readonly preview: Size
}

const sideWidthMin = 100
const sideHeightMin = 6
const belowHeightMin = 6

const paneOf = (state: Picker, height: number): Pane => {
  const { width } = state.size
  const none = { list: { width, height }, preview: { width: 0, height: 0 } }
  if (!state.hasPreviews || state.shown.length === 0) return { at: 'nowhere', ...none }
  if (width >= sideWidthMin && height >= sideHeightMin) {
    const list = Math.max(50, Math.floor(width * 0.45))
    const preview = { width: width - list - 3, height }
    return { at: 'right', list: { width: list, height }, preview }
  }
  const below = roomBelow(state, height)
  if (below < belowHeightMin) return { at: 'nowhere', ...none }
  const preview = { width, height: below - 1 }
  return { at: 'below', list: { width, height: height - below }, preview }
}

// What a list of two lines a row leaves; a search with many rows leaves it a third.
const roomBelow = ({ shown, filter }: Picker, height: number): number => {
  const left = height - (2 * shown.length + 3)
  if (left >= belowHeightMin) return left
  return filter === '' || height < 3 * belowHeightMin ? 0 : Math.floor(height / 3)
}

const shownPreview = (state: Picker, { preview: size }: Pane): Lines => {
  const { preview } = state
  const row = selectedRow(state)
  if (row === undefined || preview?.id !== row.id) return []
  const { detail } = shownDetail(state, row)
  const found = detail === row.detail ? [] : [{ text: detail, style: 'accent' } as const]
  const [id, ...facts] = preview.of.facts
  const of = { ...preview.of, facts: [...(id === undefined ? [] : [id]), ...found, ...facts] }
  return previewLines(of, size).map((one) => withFinds(state.filter, one))
}

const withPane = (list: Lines, pane: Pane, preview: Lines): Lines => {
  if (pane.at === 'nowhere') return list
  const filled = Array.from({ length: pane.list.height }, (_, row) => list[row] ?? emptyLine)
  if (pane.at === 'right')
    return filled.map((spans, row) => beside(spans, pane.list.width, preview[row] ?? emptyLine))
  const { width, height } = pane.preview
  const below = Array.from({ length: height }, (_, row) => preview[row] ?? emptyLine)
  return [...filled, line('─'.repeat(width), 'dim'), ...below]
}

const beside = (spans: Line, width: number, right: Line): Line => {
  const left = fitLine(spans, width)
  const blank = ' '.repeat(Math.max(0, width - lineWidth(left)))
  return [...left, span(`${blank} │ `, 'dim'), ...right]
}
