import type { Action } from '../keys/keymap.js'
import type { KeyMessage } from '../message.js'
import { panelAction } from '../panel/update-panel.js'
import { type Step, step, type TuiState } from '../state.js'
import { accept } from './accept.js'
import { type Menu, moveSelection, selectedRow } from './menu.js'
import { runSlash } from './run-slash.js'
import { slashOf } from './slash-command.js'
import { dismissed, openMenu } from './update-menu.js'

/**
 * What a key does to an open list or panel, or to a command in the editor; undefined when it means
 * what it always means. Whatever is for the Pod goes on to it, but for Enter on a selected row.
 */
export const overlayAction = (
  action: Action,
  key: KeyMessage,
  state: TuiState,
): Step | undefined => {
  const { menu, panel } = state.overlay
  if (action === 'enter') return entered(key, state)
  if (action === 'complete') return menu === undefined ? openMenu(state) : completed(menu, state)
  const moved = menu === undefined ? undefined : menuAction(action, menu, state)
  return moved ?? (panel === undefined ? undefined : panelAction(action, key, state))
}

const entered = (key: KeyMessage, state: TuiState): Step | undefined => {
  const { menu } = state.overlay
  if (menu !== undefined && selectedRow(menu) !== undefined) return accept('do', menu, state)
  const slash = slashOf(state.editor)
  return slash === undefined ? undefined : runSlash(slash, key, state)
}

// A path that is typed whole needs nothing but to be left.
const completed = (menu: Menu, state: TuiState): Step =>
  selectedRow(menu) === undefined
    ? step(dismissed(menu.start, state))
    : accept('write', menu, state)

const menuAction = (action: Action, menu: Menu, state: TuiState): Step | undefined => {
  switch (action) {
    case 'up':
      return step(withMenuMoved(-1, menu, state))
    case 'down':
      return step(withMenuMoved(1, menu, state))
    case 'escape':
      return step(dismissed(menu.start, state))
    default:
      return undefined
  }
}

const withMenuMoved = (by: 1 | -1, menu: Menu, state: TuiState): TuiState => ({
  ...state,
  overlay: { ...state.overlay, menu: moveSelection(by, menu) },
})
