import type { Seq } from '../../domain/ids.js'
import type { Segments } from '../../domain/segment.js'
import type { Block } from './block.js'
import { type Core, type Placed, withBlock } from './core.js'
import { itemsFrom, sequenceOf } from './sequence.js'

/** The core as it stood after the record at `seq`. */
export type ResetMark = { readonly seq: Seq; readonly core: Core }

/**
 * The core before the Submit, with what happened beside its turn and one block that says so. Without
 * a mark (the log was read from the middle) the blocks behind `to` are dropped.
 */
export const resetCore = (
  record: Placed<'HeadReset'>,
  marks: ReadonlyArray<ResetMark>,
  core: Core,
): Core => {
  const { to, stop, turn } = record.data
  const before = marks.find((mark) => mark.seq >= to.seq)?.core ?? cutBehind(to.seq, core)
  const gone = itemsFrom(before.blocks.length, core.blocks)
  const segments = askedIn(gone, record)
  return withBlock(
    {
      kind: 'mark',
      mark: 'taken_back',
      seq: record.seq,
      turn,
      stop,
      ...(segments === undefined ? {} : { segments }),
    },
    gone.filter(isNews).reduce((sum, block) => withBlock(block, sum), before),
  )
}

const askedIn = (
  blocks: ReadonlyArray<Block>,
  { data }: Placed<'HeadReset'>,
): Segments | undefined =>
  blocks.flatMap((block) =>
    block.kind === 'input' && block.turn === data.turn ? [block.segments] : [],
  )[0]

const isNews = (block: Block): boolean =>
  block.kind === 'notice' || block.kind === 'child' || block.kind === 'model'

const cutBehind = (seq: Seq, core: Core): Core => ({
  ...core,
  blocks: sequenceOf(itemsFrom(0, core.blocks).filter((block) => block.seq <= seq)),
  work: undefined,
})
