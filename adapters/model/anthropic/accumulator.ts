import * as E from 'fp-ts/lib/Either.js'
import type { LiveDelta, Reply, Usage } from '../../../domain/reply.js'
import { closeBlock, grow, type OpenBlock, openBlock, openingDeltas } from './open-block.js'
import {
  BlockPiece,
  decodeKnown,
  StartedBlock,
  type StartedMessage,
  StreamEvent,
  type Tagged,
  type WireUsage,
} from './stream-event.js'

/** A reply as far as its stream has come. It counts only once `complete` is true. */
export type Accumulator = {
  readonly started: boolean
  readonly complete: boolean
  readonly model: string
  readonly stopReason: string | undefined
  readonly usage: Usage
  readonly blocks: ReadonlyArray<OpenBlock>
  /** Place in `blocks` by the stream's index; `skipped` for a block of an unknown type. */
  readonly places: Readonly<Record<number, number | 'skipped'>>
}

/** What one event made of the reply, and what of it can be shown at once. */
type Step = { readonly state: Accumulator; readonly deltas: ReadonlyArray<LiveDelta> }

/** Before the first event. */
export const emptyAccumulator: Accumulator = {
  started: false,
  complete: false,
  model: '',
  stopReason: undefined,
  usage: { input: 0, output: 0, cache_read: 0, cache_write: 0 },
  blocks: [],
  places: {},
}

/**
 * Folds one raw stream event. Unknown events and blocks change nothing; an event that is known but
 * wrong, or out of place, is an error in words: the stream cannot be trusted any more.
 */
export const accumulate = (raw: unknown, state: Accumulator): E.Either<string, Step> => {
  const event = decodeKnown(StreamEvent, raw)
  if (E.isLeft(event)) return event
  return event.right === undefined ? E.right({ state, deltas: [] }) : folded(event.right, state)
}

const folded = (event: StreamEvent, state: Accumulator): E.Either<string, Step> => {
  if (!state.started && event.type !== 'message_start') {
    return E.left(`${event.type} came before message_start`)
  }
  switch (event.type) {
    case 'message_start':
      return E.right(messageStarted(event.message, state))
    case 'content_block_start':
      return blockStarted(event.index, event.content_block, state)
    case 'content_block_delta':
      return blockGrown(event.index, event.delta, state)
    case 'message_delta': {
      const stopReason = event.delta.stop_reason ?? state.stopReason
      return E.right(counted(event.usage, { ...state, stopReason }))
    }
    case 'message_stop':
      return E.right({ state: { ...state, complete: true }, deltas: [] })
  }
}

const messageStarted = (message: StartedMessage, state: Accumulator): Step =>
  counted(message.usage, { ...state, started: true, model: message.model ?? state.model })

// The counts of a stream are cumulative: a later one replaces an earlier one.
const counted = (wire: WireUsage | null | undefined, state: Accumulator): Step => {
  if (wire === null || wire === undefined) return { state, deltas: [] }
  const usage: Usage = {
    input: wire.input_tokens ?? state.usage.input,
    output: wire.output_tokens ?? state.usage.output,
    cache_read: wire.cache_read_input_tokens ?? state.usage.cache_read,
    cache_write: wire.cache_creation_input_tokens ?? state.usage.cache_write,
  }
  return { state: { ...state, usage }, deltas: [{ kind: 'usage', usage }] }
}

const blockStarted = (index: number, raw: Tagged, state: Accumulator): E.Either<string, Step> => {
  const started = decodeKnown(StartedBlock, raw)
  if (E.isLeft(started)) return started
  const block = started.right
  return E.right(block === undefined ? skipped(index, state) : opened(index, block, state))
}

const skipped = (index: number, state: Accumulator): Step => ({
  state: { ...state, places: { ...state.places, [index]: 'skipped' } },
  deltas: [],
})

const opened = (index: number, started: StartedBlock, state: Accumulator): Step => {
  const place = state.blocks.length
  const block = openBlock(started)
  const blocks = [...state.blocks, block]
  const places = { ...state.places, [index]: place }
  return { state: { ...state, blocks, places }, deltas: openingDeltas(block, place) }
}

const blockGrown = (index: number, raw: Tagged, state: Accumulator): E.Either<string, Step> => {
  const place = state.places[index]
  if (place === undefined) return E.left(`block ${index} got a delta before it was opened`)
  const open = place === 'skipped' ? undefined : state.blocks[place]
  const piece = open === undefined ? E.right(undefined) : decodeKnown(BlockPiece, raw)
  if (E.isLeft(piece)) return piece
  if (place === 'skipped' || open === undefined || piece.right === undefined) {
    return E.right({ state, deltas: [] })
  }
  const { block, deltas } = grow(piece.right, open, place)
  return E.right({ state: { ...state, blocks: state.blocks.with(place, block) }, deltas })
}

/**
 * The reply of a complete stream. A call that the token limit or the context window cut off is
 * left out, also when what came of it happens to parse.
 */
export const replyOf = (state: Accumulator): Reply => ({
  content: wholeBlocks(state).map(closeBlock),
  stop_reason: state.stopReason ?? impliedReason(state.blocks),
  usage: state.usage,
  model: state.model,
})

const wholeBlocks = ({ stopReason = '', blocks }: Accumulator): ReadonlyArray<OpenBlock> =>
  cutReasons.includes(stopReason) && blocks.at(-1)?.type === 'tool_use'
    ? blocks.slice(0, -1)
    : blocks

const cutReasons: ReadonlyArray<string> = ['max_tokens', 'model_context_window_exceeded']

// Some servers leave the reason out; calls must be answered all the same.
const impliedReason = (blocks: ReadonlyArray<OpenBlock>): string =>
  blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
