import { isBlank } from './is-blank.js'
import { mendBlocks } from './mend-blocks.js'
import type { Pass } from './repairs.js'

/** Leaves out text that shows nothing; the API refuses it. */
export const dropBlankText: Pass = (items) =>
  mendBlocks('text_blank', (block) =>
    block.type === 'text' && isBlank(block.text) ? undefined : block,
  )(items)
