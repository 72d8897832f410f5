import { wellFormed } from '../../log/well-formed.js'
import type { ItemBlock } from '../item.js'
import { mendBlocks, type Mended } from './mend-blocks.js'
import type { Pass } from './repairs.js'

/**
 * Replaces lone surrogates by U+FFFD, in keys of tool input too (their depth is bounded by then).
 * Thinking is not touched: altered it would be refused, so `keepThinking` leaves it out.
 */
export const replaceSurrogates: Pass = (items) => mendBlocks(mendBlock)(items)

const mendBlock = (block: ItemBlock): Mended => {
  if (block.type === 'thinking' || block.type === 'redacted_thinking') return { block }
  const mended = wellFormed(block)
  return mended === block ? { block } : { block: mended, repair: 'surrogate_replaced' }
}
