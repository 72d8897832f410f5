import { keyFor } from '../keys/keymap.js'
import type { TuiState } from '../state.js'
import { selectedRow } from './menu.js'
import { slashOf } from './slash-command.js'

/**
 * What Enter does when it is not for the Pod, the longest form first: it accepts a row of the list,
 * does a command, or sends nothing. Undefined when it means what it always means.
 */
export const offeredForms = (state: TuiState): ReadonlyArray<string> | undefined => {
  const { overlay, editor, keymap } = state
  const { menu } = overlay
  const key = keyFor('enter', keymap)
  const row = menu && selectedRow(menu)
  if (menu?.of === 'files' && row !== undefined) return [`${key} to accept`, `${key}: accept`]
  if (menu?.of === 'commands' && row !== undefined) return commandForms(key, row.id)
  const slash = slashOf(editor)
  if (slash === undefined) return undefined
  return slash.tag === 'command'
    ? commandForms(key, slash.name)
    : [`${key} sends nothing: no command`, `${key}: no command`, 'no command']
}

const commandForms = (key: string, name: string): ReadonlyArray<string> => [
  `${key} to run /${name}`,
  `${key}: /${name}`,
  `/${name}`,
]
