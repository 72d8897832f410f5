import { isEmpty } from '../editor/editor.js'
import type { Action } from '../keys/keymap.js'
import type { KeyMessage, Message } from '../message.js'
import { type Step, step, type TuiState } from '../state.js'
import { viewportHeight } from '../view.js'
import type { Panel, PanelItem } from './panel.js'
import { bodyRows, panelBody, panelTop } from './panel-content.js'

/**
 * The panel scrolled or closed; undefined when the key is not for it. The arrows scroll it only
 * while nothing is typed.
 */
export const panelAction = (action: Action, key: KeyMessage, state: TuiState): Step | undefined => {
  const page = Math.max(1, rowsOf(state) - 1)
  const lines = key.name.startsWith('Wheel') ? wheelLines : 1
  switch (action) {
    case 'escape':
      return step(withPanel(undefined, state), { type: 'LeavePanel' })
    case 'up':
      return isEmpty(state.editor) ? scrolled(-1, state) : undefined
    case 'down':
      return isEmpty(state.editor) ? scrolled(1, state) : undefined
    case 'scroll_line_up':
      return scrolled(-lines, state)
    case 'scroll_line_down':
      return scrolled(lines, state)
    case 'scroll_page_up':
      return scrolled(-page, state)
    case 'scroll_page_down':
      return scrolled(page, state)
    case 'scroll_start':
      return scrolledTo(0, state)
    case 'scroll_end':
      return scrolledTo('end', state)
    default:
      return undefined
  }
}

/** The answer to what the open panel has asked; one that comes for another panel is dropped. */
export const looked = (
  { asked, told }: Extract<Message, { readonly type: 'PanelRead' }>,
  state: TuiState,
): TuiState => {
  const { panel } = state.overlay
  if (panel?.asked !== asked) return state
  const next = withPanel({ ...panel, told }, state)
  return panel.of === 'verify' ? { ...next, isLogBad: told.some(isFault) } : next
}

const isFault = (item: PanelItem): boolean => item.kind === 'words' && item.style === 'error'

const wheelLines = 3

const rowsOf = (state: TuiState): number => bodyRows(viewportHeight(state))

const scrolled = (by: number, state: TuiState): Step => {
  const { panel } = state.overlay
  if (panel === undefined) return step(state)
  const lines = panelBody(panel, state).length
  const rows = rowsOf(state)
  const top = Math.max(0, panelTop(panel, lines, rows) + by)
  return scrolledTo(top + rows >= lines ? atEnd(panel, lines - rows) : top, state)
}

// A panel whose text may still grow follows its end; any other stands where it was scrolled to.
const atEnd = ({ of }: Panel, top: number): Panel['top'] =>
  of === 'replay' ? 'end' : Math.max(0, top)

const scrolledTo = (top: Panel['top'], state: TuiState): Step => {
  const { panel } = state.overlay
  return step(panel === undefined ? state : withPanel({ ...panel, top }, state))
}

const withPanel = (panel: Panel | undefined, state: TuiState): TuiState => ({
  ...state,
  overlay: { ...state.overlay, panel },
})
