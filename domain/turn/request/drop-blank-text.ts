import { isBlank } from './is-blank.js'
import type { Mend } from './mend-blocks.js'

/** Leaves out text that shows nothing; the API refuses it. */
export const dropBlankText: Mend = {
  kind: 'text_blank',
  mend: (block) => (block.type === 'text' && isBlank(block.text) ? undefined : block),
}
