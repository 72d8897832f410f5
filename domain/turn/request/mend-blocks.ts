import type { Item, ItemBlock } from '../item.js'
import type { Pass, RepairKind } from './repairs.js'

/** What becomes of one block: kept, changed, or left out when `block` is missing. */
export type Mended = { readonly block?: ItemBlock; readonly repair?: RepairKind }

/** A pass that looks at each block by itself, in order. Items stay even when left empty. */
export const mendBlocks =
  (mend: (block: ItemBlock, item: Item) => Mended): Pass =>
  (items) => {
    const mended = items.map((item) => item.content.map((block) => mend(block, item)))
    return {
      value: items.map((item, index) => withBlocks(item, mended[index] ?? [])),
      repairs: mended.flat().flatMap(({ repair }) => (repair === undefined ? [] : [repair])),
    }
  }

// An untouched item is handed on as it is, so that the common case costs no copy.
const withBlocks = (item: Item, mended: ReadonlyArray<Mended>): Item => {
  const same = mended.every(({ block }, index) => block === item.content[index])
  if (same) return item
  return { ...item, content: mended.flatMap(({ block }) => (block === undefined ? [] : [block])) }
}
