import type { Item, ItemBlock } from '../item.js'
import type { Mend } from './mend-blocks.js'

/**
 * Leaves out what a role cannot say: calls and thinking belong to the assistant. A result is kept
 * wherever it lies; pairing finds its place.
 */
export const placeBlocks: Mend = {
  kind: 'block_misplaced',
  mend: (block, item) => (fits(block, item) ? block : undefined),
}

const fits = (block: ItemBlock, item: Item): boolean => {
  switch (block.type) {
    case 'text':
    case 'tool_result':
      return true
    case 'thinking':
    case 'redacted_thinking':
    case 'tool_use':
      return item.role === 'assistant'
  }
}
