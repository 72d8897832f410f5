import type { Item } from '../item.js'

/** What a request may need mended in its conversation, in the order in which it is mended. */
export type RepairKind = keyof typeof noRepairs

/** How often each kind of repair was made; `yoi verify` shows those that are not 0. */
export type Repairs = Readonly<Record<RepairKind, number>>

/** A mended value and the repairs that it took, one entry each. */
export type Repaired<A> = { readonly value: A; readonly repairs: ReadonlyArray<RepairKind> }

/** One named step from conversation to request. Total; the same items give the same items. */
export type Pass = (items: ReadonlyArray<Item>) => Repaired<ReadonlyArray<Item>>

/** Every kind with its count, kinds that did not occur with 0. */
export const countRepairs = (repairs: ReadonlyArray<RepairKind>): Repairs => {
  const counts: Record<RepairKind, number> = { ...noRepairs }
  for (const kind of repairs) counts[kind] += 1
  return counts
}

const noRepairs = {
  block_misplaced: 0,
  surrogate_replaced: 0,
  name_replaced: 0,
  input_replaced: 0,
  call_doubled: 0,
  wire_id_replaced: 0,
  text_blank: 0,
  thinking_left_out: 0,
  message_empty: 0,
  result_missing: 0,
  result_doubled: 0,
  result_orphaned: 0,
  result_moved: 0,
  turn_filled: 0,
  thinking_withheld: 0,
  tool_left_out: 0,
}
