import type { Item, ItemBlock } from '../item.js'
import type { Pass, RepairKind } from './repairs.js'

/**
 * One thing to put right in a block: the block as it is, a changed one in its place, or nothing to
 * leave it out. What does not stay as it is counts as `kind`; without a kind nothing is counted.
 */
export type Mend = {
  readonly kind?: RepairKind
  readonly mend: (block: ItemBlock, item: Item) => ItemBlock | undefined
}

/**
 * A pass that takes each block, in order, through all mends: a later one sees what the earlier ones
 * gave, of this block and of all before it. Items stay even when left empty.
 */
export const mendBlocks =
  (mends: ReadonlyArray<Mend>): Pass =>
  (items) => {
    const repairs: Array<RepairKind> = []
    const mended = (block: ItemBlock, item: Item): ItemBlock | undefined =>
      mends.reduce<ItemBlock | undefined>((sofar, { kind, mend }) => {
        const next = sofar === undefined ? undefined : mend(sofar, item)
        if (kind !== undefined && next !== sofar) repairs.push(kind)
        return next
      }, block)
    const value = items.map((item) =>
      withContent(
        item,
        item.content.map((block) => mended(block, item)),
      ),
    )
    return { value, repairs }
  }

const withContent = (item: Item, content: ReadonlyArray<ItemBlock | undefined>): Item =>
  content.every((block, index) => block === item.content[index])
    ? item
    : { ...item, content: content.filter(isThere) }

const isThere = (block: ItemBlock | undefined): block is ItemBlock => block !== undefined
