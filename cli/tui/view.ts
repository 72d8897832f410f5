import { type EditorWindow, editorWidth, promptWidth, rowsAround } from './editor/editor-layout.js'
import { type Frame, fitLine, type Line, line, type Span, span } from './frame.js'
import { keyFor } from './keys/keymap.js'
import { menuLines } from './menu/menu-lines.js'
import { panelView } from './panel/panel-content.js'
import { searchLine, searchMark } from './search/search-line.js'
import type { TuiState } from './state.js'
import { statusLines } from './status/status-line.js'
import { waitingLines } from './status/waiting-lines.js'
import { documentOf, endPlace, isBefore, linesFrom } from './transcript/document.js'

/**
 * The screen that shows this state: transcript or panel, what waits, the list, editor, status; and
 * the caret.
 */
export const view = (state: TuiState): Frame => {
  const { width, height } = state.size
  const bottom = bottomOf(state)
  const { panel } = state.overlay
  const room = height - bottom.lines.length
  const upper = panel === undefined ? transcriptLines(state, room) : panelView(panel, room, state)
  const lines = [...upper, ...bottom.lines]
  return {
    width,
    height,
    lines: lines.map((spans) => fitLine(spans, width)),
    scrollHeight: height - bottom.lines.length,
    cursor: {
      row: height - bottom.lines.length + bottom.caretRow,
      column: Math.min(bottom.caretColumn, Math.max(0, width - 1)),
    },
  }
}

/** Lines that the transcript has on this screen. */
export const viewportHeight = (state: TuiState): number =>
  state.size.height - bottomOf(state).lines.length

const transcriptLines = (state: TuiState, height: number): ReadonlyArray<Line> => {
  const document = documentOf(state)
  const { scroll } = state
  return linesFrom(document, scroll.tag === 'held' ? scroll : endPlace(document, height), height)
}

type Bottom = {
  readonly lines: ReadonlyArray<Line>
  readonly caretRow: number
  readonly caretColumn: number
}

// What is said for a moment, most of all what went wrong, may take all of the transcript but this.
const transcriptRowsMin = 2

// A low screen gives up what waits first, then the status; the row of the caret is always there.
const bottomOf = (state: TuiState): Bottom => {
  const { height } = state.size
  const editor = editorPart(state, Math.max(1, Math.floor(height / 3)))
  const status = statusLinesIn(state)
  const room = roomAbove(state, editor.lines.length + status.length)
  const above = [...scrollMark(state), ...waitingLines(state, room - 1), ...rule(state)]
  const menuRoom = Math.min(Math.floor(height / 3), height - editor.lines.length - status.length)
  const menu = menuLines(state.overlay.menu, { width: state.size.width, rows: menuRoom })
  // The line above the editor parts the list from the transcript.
  const left = Math.max(Math.min(room, 1), room - menu.length)
  const shown = left === 0 ? [] : above.slice(-left)
  return {
    lines: [...shown, ...menu, ...editor.lines, ...status],
    caretRow: shown.length + menu.length + editor.caretRow,
    caretColumn: editor.caretColumn,
  }
}

const roomAbove = ({ hint, size: { height } }: TuiState, taken: number): number => {
  const usual = Math.floor(height / 2)
  const most = hint === undefined ? usual : Math.max(usual, height - transcriptRowsMin)
  return Math.max(0, most - taken)
}

const statusLinesIn = (state: TuiState): ReadonlyArray<Line> => {
  const rows = statusRows(state.size.height)
  return rows === 0 ? [] : statusLines(state, rows)
}

const statusRows = (height: number): number =>
  height >= 12 ? 7 : height >= 8 ? 2 : height >= 4 ? 1 : 0

// All may be seen of what is held, when the screen has grown or less is shown of each block.
const hasMoreBelow = (state: TuiState): boolean => {
  if (state.scroll.tag === 'following') return false
  const height = viewportHeight({ ...state, scroll: { tag: 'following' } })
  return isBefore(state.scroll, endPlace(documentOf(state), height))
}

const scrollMark = (state: TuiState): ReadonlyArray<Line> => {
  const { search, keymap } = state
  if (search !== undefined) return [searchMark(search, state)]
  const key = keyFor('scroll_end', keymap)
  const words = key === '' ? '' : ` · ${key} to follow again`
  return hasMoreBelow(state) ? [line(`↓ more below${words}`, 'inverse')] : []
}

const rule = ({ size }: TuiState): ReadonlyArray<Line> => [line('─'.repeat(size.width), 'dim')]

const editorPart = (state: TuiState, rowsMax: number): Bottom => {
  if (state.search?.phase !== 'typing') return editorRowsPart(state, rowsMax)
  const { line, caretColumn } = searchLine(state.search, state.size.width)
  return { lines: [line], caretRow: 0, caretColumn }
}

const editorRowsPart = (state: TuiState, rowsMax: number): Bottom => {
  const width = editorWidth(state.size.width)
  const window = rowsAround(width, rowsMax, state.editor)
  const prompt = promptWidth(state.size.width)
  const lines = window.rows.map(
    ({ text }, index): Line => (prompt === 0 ? [span(text)] : [rowLead(index, window), span(text)]),
  )
  return { lines, caretRow: window.caret.row, caretColumn: prompt + window.caret.column }
}

// Arrows say that the text goes on above or below; the first row of all has the prompt.
const rowLead = (index: number, { rows, isMoreAbove, isMoreBelow }: EditorWindow): Span => {
  if (index === 0) return isMoreAbove ? span('↑ ', 'dim') : span('> ', 'user')
  return isMoreBelow && index === rows.length - 1 ? span('↓ ', 'dim') : span('  ')
}
