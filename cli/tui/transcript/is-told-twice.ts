import type { Block } from '../../../projections/transcript/block.js'
import { itemAt, type Sequence } from '../../../projections/transcript/sequence.js'

/**
 * Whether the block at `index` only tells the model what the mark before it tells the person: that
 * the next message has ended the turn.
 */
export const isToldTwice = (index: number, blocks: Sequence<Block>): boolean => {
  const [mark, note] = [itemAt(index - 1, blocks), itemAt(index, blocks)]
  if (note?.kind !== 'note' || mark?.kind !== 'mark' || mark.mark !== 'ended') return false
  return mark.by === 'run' && mark.turn === note.turn
}
