import type { Item, ItemBlock } from '../item.js'
import type { Pass, RepairKind } from './repairs.js'

/** The block as it is, a changed one in its place, or nothing to leave it out. */
type Mend = (block: ItemBlock, item: Item) => ItemBlock | undefined

/**
 * A pass that looks at each block by itself, in order, and counts those that do not stay as they
 * are as `kind`; without a kind nothing is counted. Items stay even when left empty.
 */
export const mendBlocks =
  (kind: RepairKind | undefined, mend: Mend): Pass =>
  (items) => {
    const repairs: Array<RepairKind> = []
    const value = items.map((item) => {
      const content = item.content.map((block) => mend(block, item))
      const changed = content.filter((block, index) => block !== item.content[index])
      if (kind !== undefined) repairs.push(...changed.map(() => kind))
      return changed.length === 0 ? item : { ...item, content: content.filter(isThere) }
    })
    return { value, repairs }
  }

const isThere = (block: ItemBlock | undefined): block is ItemBlock => block !== undefined
