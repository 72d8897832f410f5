import type { Item, ItemBlock } from '../item.js'
import { mendBlocks } from './mend-blocks.js'
import type { Pass } from './repairs.js'

/**
 * Leaves out what a role cannot say: calls and thinking belong to the assistant. A result is kept
 * wherever it lies; pairing finds its place.
 */
export const placeBlocks: Pass = (items) =>
  mendBlocks('block_misplaced', (block, item) => (fits(block, item) ? block : undefined))(items)

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
