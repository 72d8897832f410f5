import { limits } from '../../../domain/limits.js'
import type { Block } from '../../../projections/transcript/block.js'
import type { Line } from '../frame.js'

type Kept = { readonly name: string; readonly lines: ReadonlyArray<Line> }

const empty = () => ({ blocks: new WeakMap<Block, Kept>(), lines: 0 })
const state = { now: empty(), before: empty() }

/**
 * The lines of a block under this name, made at most once as long as they are looked at: what was
 * laid out longest ago is forgotten, so that a long session costs no more than some screens of it.
 * A block has lines under one name at a time.
 */
export const keptLines = (
  block: Block,
  name: string,
  make: () => ReadonlyArray<Line>,
): ReadonlyArray<Line> => {
  const held = state.now.blocks.get(block)
  if (held?.name === name) return held.lines
  const older = state.before.blocks.get(block)
  const lines = older?.name === name ? older.lines : make()
  keep(block, { name, lines })
  return lines
}

const keep = (block: Block, kept: Kept): void => {
  if (state.now.lines >= limits.laidOutLinesKept) {
    state.before = state.now
    state.now = empty()
  }
  state.now.blocks.set(block, kept)
  // A block without lines takes room too.
  state.now.lines += 1 + kept.lines.length
}
