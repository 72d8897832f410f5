import type { CallId } from '../../ids.js'
import { mendBlocks } from './mend-blocks.js'
import type { Pass } from './repairs.js'

/** A call that the conversation holds twice is asked once: the first stays. */
export const dropDoubledCalls: Pass = (items) => {
  const seen = new Set<CallId>()
  return mendBlocks('call_doubled', (block) => {
    if (block.type !== 'tool_use') return block
    if (seen.has(block.call)) return undefined
    seen.add(block.call)
    return block
  })(items)
}
