import { type Editor, replaced } from '../editor/editor.js'
import { edited } from '../editor/update-text.js'
import { type Step, step, type TuiState } from '../state.js'
import { clusters } from '../text/clusters.js'
import { fileName } from './file-name.js'
import { type Menu, type MenuRow, selectedRow } from './menu.js'
import { cleared, runCommand } from './run-slash.js'
import { slashCommands } from './slash-command.js'
import { dismissed, refreshed } from './update-menu.js'

/**
 * Accepts the selected row: a path takes the place of what was typed of it, and a folder goes on
 * with what lies in it; a command is done, or with `write` only written out.
 */
export const accept = (how: 'do' | 'write', menu: Menu, state: TuiState): Step => {
  const row = selectedRow(menu)
  if (row === undefined) return step(state)
  if (menu.of === 'files') return step(acceptFile(row, menu, state))
  const command = slashCommands.find(({ name }) => name === row.id)
  return how === 'do' && command !== undefined
    ? runCommand(command.name, cleared(state))
    : step(refreshed(edited(written(0, row.label, state.editor), state)))
}

const acceptFile = ({ id: path }: MenuRow, { start }: Menu, state: TuiState): TuiState => {
  const isFolder = path.endsWith('/')
  const name = `@${fileName(path, isFolder)}`
  if (isFolder) return refreshed(edited(written(start, name, state.editor), state))
  const next = state.editor.atoms[state.editor.caret]
  const gap = typeof next === 'string' && next.trim() === '' ? '' : ' '
  return dismissed(start, edited(written(start, name + gap, state.editor), state))
}

// Only what stands before the caret is taken away: what follows may be another word.
const written = (start: number, text: string, editor: Editor): Editor =>
  replaced({ start, end: editor.caret, middle: clusters(text) }, editor)
