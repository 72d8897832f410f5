import { wellFormed } from '../../log/well-formed.js'
import { mendBlocks } from './mend-blocks.js'
import type { Pass } from './repairs.js'

/**
 * Replaces lone surrogates by U+FFFD, in keys of tool input too (their depth is bounded by then).
 * Thinking is not touched: altered it would be refused, so `keepThinking` leaves it out.
 */
export const replaceSurrogates: Pass = (items) =>
  mendBlocks('surrogate_replaced', (block) =>
    block.type === 'thinking' || block.type === 'redacted_thinking' ? block : wellFormed(block),
  )(items)
