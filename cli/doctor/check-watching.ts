import { watch } from 'node:fs'
import { messageOf } from '../../adapters/node/message-of.js'
import { type Finding, note, ok } from './finding.js'

/** Whether one more folder can be watched; without that the projections are kept by polling. */
export const checkWatching = (folder: string): Finding => {
  try {
    watch(folder, { persistent: false }).close()
    return ok('watching', 'Files can be watched (inotify).')
  } catch (error) {
    return note('watching', `Files cannot be watched (${messageOf(error)}), so yoi watch polls.`)
  }
}
