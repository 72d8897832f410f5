import type { CallId } from '../../ids.js'
import type { Mend } from './mend-blocks.js'

/** For one walk: a call that the conversation holds twice is asked once, the first stays. */
export const dropDoubledCalls = (): Mend => {
  const seen = new Set<CallId>()
  const mend: Mend['mend'] = (block) => {
    if (block.type !== 'tool_use') return block
    if (seen.has(block.call)) return undefined
    seen.add(block.call)
    return block
  }
  return { kind: 'call_doubled', mend }
}
