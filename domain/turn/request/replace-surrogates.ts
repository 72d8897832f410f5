import { wellFormed } from '../../log/well-formed.js'
import type { Mend } from './mend-blocks.js'

/**
 * Replaces lone surrogates by U+FFFD, in keys of tool input too (their depth is bounded by then).
 * Thinking is not touched: altered it would be refused, so `keepThinking` leaves it out.
 */
export const replaceSurrogates: Mend = {
  kind: 'surrogate_replaced',
  mend: (block) =>
    block.type === 'thinking' || block.type === 'redacted_thinking' ? block : wellFormed(block),
}
