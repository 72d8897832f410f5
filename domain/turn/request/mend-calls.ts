import { limits } from '../../limits.js'
import type { ItemBlock } from '../item.js'
import type { Mend } from './mend-blocks.js'

/** What the Messages API takes as the name of a tool. */
export const isToolName = (name: string): boolean => /^[a-zA-Z0-9_-]{1,64}$/.test(name)

/** Gives every call a name that the API takes: other characters become `_`. */
export const mendNames: Mend = { kind: 'name_replaced', mend: (block) => mendName(block) }

/**
 * Gives a call whose input could not be parsed when it arrived `{}` on the wire. No repair: the
 * call has failed, and its result says why.
 */
export const emptyFailedInputs: Mend = { mend: (block) => emptyFailedInput(block) }

/** Gives every call an object of bounded depth as its input. */
export const mendInputs: Mend = { kind: 'input_replaced', mend: (block) => mendInput(block) }

const mendName = (block: ItemBlock): ItemBlock =>
  block.type !== 'tool_use' || isToolName(block.name)
    ? block
    : { ...block, name: toolName(block.name) }

const toolName = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || '_'

const emptyFailedInput = (block: ItemBlock): ItemBlock =>
  block.type === 'tool_use' && block.input_error !== undefined ? { ...block, input: {} } : block

const mendInput = (block: ItemBlock): ItemBlock => {
  if (block.type !== 'tool_use') return block
  const fits = isObject(block.input) && fitsIn(limits.toolInputDepthMax, block.input)
  return fits ? block : { ...block, input: {} }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fitsIn = (levels: number, value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => fitsIn(levels - 1, inner))
}
