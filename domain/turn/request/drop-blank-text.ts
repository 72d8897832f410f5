import { isBlank } from './is-blank.js'
import { mendBlocks } from './mend-blocks.js'
import type { Pass } from './repairs.js'

/** Leaves out text that shows nothing; the API refuses it. */
export const dropBlankText: Pass = (items) =>
  mendBlocks((block) =>
    block.type === 'text' && isBlank(block.text) ? { repair: 'text_blank' } : { block },
  )(items)
