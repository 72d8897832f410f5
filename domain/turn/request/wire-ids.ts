import type { CallId } from '../../ids.js'
import type { Mend } from './mend-blocks.js'

/**
 * For one walk: makes the id of every call fit for the wire, the provider's own where it is usable
 * and new in the conversation, else one made from the call's name. Looks at earlier calls only, so
 * that a longer conversation keeps the ids of a shorter one.
 */
export const wireIds = (): Mend => {
  const used = new Set<string>()
  const mend: Mend['mend'] = (block) => {
    if (block.type !== 'tool_use') return block
    const keeps = isWireId(block.id) && !used.has(block.id)
    const id = keeps ? block.id : madeId(block.call, used)
    used.add(id)
    return keeps ? block : { ...block, id }
  }
  return { kind: 'wire_id_replaced', mend }
}

const isWireId = (id: string): boolean => /^[a-zA-Z0-9_-]{1,64}$/.test(id)

// Of used.size + 1 different candidates at least one is free.
const madeId = (call: CallId, used: ReadonlySet<string>): string => {
  const base = `call_${call.replace('.', '_')}`.slice(0, 48)
  const others = Array.from(
    { length: used.has(base) ? used.size : 0 },
    (_, i) => `${base}_${i + 2}`,
  )
  return others.find((id) => !used.has(id)) ?? base
}
