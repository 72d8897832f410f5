import { selectedRow } from './menu.js'
import { slashOf } from './slash-command.js'
import type { TuiState } from './state.js'

/** What Enter does when it is not for the Pod: it accepts a row of the list, or runs a command. */
export const offeredWords = ({ overlay, editor }: TuiState): string | undefined => {
  const { menu } = overlay
  const row = menu && selectedRow(menu)
  if (menu?.of === 'files' && row !== undefined) return 'Enter to accept'
  if (menu?.of === 'commands' && row !== undefined) return `Enter to run /${row.id}`
  const slash = slashOf(editor)
  if (slash === undefined) return undefined
  return slash.tag === 'command' ? `Enter to run /${slash.name}` : 'Enter sends nothing: no command'
}
