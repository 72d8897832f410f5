import { limits } from '../../../domain/limits.js'
import { itemAt } from '../../../projections/transcript/sequence.js'
import type { Transcript } from '../../../projections/transcript/transcript.js'
import { blockText } from '../transcript/block-text.js'
import { holds, type Needle } from './needle.js'
import { type Scan, scanFrom } from './search-state.js'

/**
 * The scan gone on by as much as one message may cost: so many blocks and characters, and at least
 * one block. Blocks that were added meanwhile are looked at too.
 */
export const scanOn = (needle: Needle, blocks: Transcript['blocks'], scan: Scan): Scan => {
  const start = isShorter(blocks, scan) ? scanFrom(scan.from) : scan
  const [hitsBelow, hitsAbove] = [[...start.hitsBelow], [...start.hitsAbove]]
  let { below, above } = start
  let left: Left = { blocks: limits.searchBlocksPerStep, chars: limits.searchCharsPerStep }
  const look = (element: number, hits: number[]) => {
    const block = itemAt(element - 1, blocks)
    const text = block === undefined ? '' : blockText(block)
    if (holds(needle, text)) hits.push(element)
    left = { blocks: left.blocks - 1, chars: left.chars - text.length }
  }
  while (left.blocks > 0 && left.chars > 0 && below <= blocks.length) {
    look(below, hitsBelow)
    below += 1
  }
  while (left.blocks > 0 && left.chars > 0 && above < scan.from) {
    look(above, hitsAbove)
    above += 1
  }
  return { from: scan.from, below, above, hitsBelow, hitsAbove }
}

type Left = { readonly blocks: number; readonly chars: number }

/** Whether there are blocks that were not looked at. */
export const isScanning = (blocks: Transcript['blocks'], scan: Scan): boolean =>
  scan.below <= blocks.length || scan.above < scan.from || isShorter(blocks, scan)

// A turn was taken back: other blocks may stand in its place.
const isShorter = (blocks: Transcript['blocks'], { below, from }: Scan): boolean =>
  below > Math.max(from, blocks.length + 1)

/** Every element found so far, in the order of the transcript. */
export const hitsOf = ({ hitsAbove, hitsBelow }: Scan): ReadonlyArray<number> => [
  ...hitsAbove,
  ...hitsBelow,
]
