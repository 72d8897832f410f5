import { limits } from '../../limits.js'
import type { ItemBlock } from '../item.js'
import { mendBlocks, type Mended } from './mend-blocks.js'
import type { Pass } from './repairs.js'

/** What the Messages API takes as the name of a tool. */
export const isToolName = (name: string): boolean => /^[a-zA-Z0-9_-]{1,64}$/.test(name)

/** Gives every call a name that the API takes: other characters become `_`. */
export const mendNames: Pass = (items) => mendBlocks(mendName)(items)

/**
 * Gives every call an object as its input. One that could not be parsed when it arrived has `{}`
 * on the wire, which is no repair: its result says why it failed.
 */
export const mendInputs: Pass = (items) => mendBlocks(mendInput)(items)

const mendName = (block: ItemBlock): Mended =>
  block.type !== 'tool_use' || isToolName(block.name)
    ? { block }
    : { block: { ...block, name: toolName(block.name) }, repair: 'name_replaced' }

const toolName = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || '_'

const mendInput = (block: ItemBlock): Mended => {
  if (block.type !== 'tool_use') return { block }
  if (block.input_error !== undefined) return { block: { ...block, input: {} } }
  return isObject(block.input) && fitsIn(limits.toolInputDepthMax, block.input)
    ? { block }
    : { block: { ...block, input: {} }, repair: 'input_replaced' }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fitsIn = (levels: number, value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => fitsIn(levels - 1, inner))
}
