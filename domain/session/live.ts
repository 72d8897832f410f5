import type { Seq } from '../ids.js'
import type { InFlightBlock } from '../protocol/notification.js'
import type { LiveDelta, Usage } from '../reply.js'

/**
 * What is known of the running request and is not in the log. `shown`: a client has seen something
 * of a reply in this turn, over all its attempts. `failures`: attempts that failed since the round
 * began or was resumed. `backoff`: the request whose next attempt a timer awaits.
 */
export type Live = {
  readonly shown: boolean
  /** What earlier attempts of this request had shown; they failed, and nothing of them streams. */
  readonly earlier: ReadonlyArray<InFlightBlock>
  readonly blocks: ReadonlyArray<InFlightBlock>
  readonly usage?: Usage
  readonly failures: number
  readonly backoff?: Seq
}

/** Nothing runs. */
export const quiet: Live = { shown: false, earlier: [], blocks: [], failures: 0 }

/** A request was sent: its blocks are empty; what the turn has shown and failed stays known. */
export const attempted = (live: Live): Live => ({
  shown: live.shown,
  earlier: [...live.earlier, ...live.blocks],
  blocks: [],
  failures: live.failures,
})

/** One attempt failed and another will follow. */
export const backedOff = (live: Live, cause: Seq): Live => ({
  shown: live.shown,
  earlier: [...live.earlier, ...live.blocks],
  blocks: [],
  failures: live.failures + 1,
  backoff: cause,
})

/** The live part with one more delta shown. Usage alone shows nothing. */
export const streamed = (live: Live, delta: LiveDelta): Live =>
  delta.kind === 'usage'
    ? { ...live, usage: delta.usage }
    : { ...live, shown: true, blocks: withDelta(live.blocks, delta) }

type Shown = Exclude<LiveDelta, { readonly kind: 'usage' }>

const withDelta = (
  blocks: ReadonlyArray<InFlightBlock>,
  delta: Shown,
): ReadonlyArray<InFlightBlock> =>
  blocks.some((block) => block.block === delta.block)
    ? blocks.map((block) => (block.block === delta.block ? grown(block, delta) : block))
    : [...blocks, grown(begun(delta), delta)]

const begun = (delta: Shown): InFlightBlock => {
  switch (delta.kind) {
    case 'text':
    case 'thinking':
      return { kind: delta.kind, block: delta.block, text: '' }
    case 'tool_call':
      return { ...delta, args: '' }
    case 'tool_args':
      return { kind: 'tool_call', block: delta.block, call: delta.call, name: '', args: '' }
  }
}

const grown = (block: InFlightBlock, delta: Shown): InFlightBlock => {
  if (block.kind === 'tool_call')
    return delta.kind === 'tool_args' ? { ...block, args: block.args + delta.text } : block
  return delta.kind === 'text' || delta.kind === 'thinking'
    ? { ...block, text: block.text + delta.text }
    : block
}

/** What `StopRequested.shown` keeps: all that was seen of unfinished replies, over the attempts. */
export const shownOf = (live: Live): ReadonlyArray<Record<string, unknown>> =>
  [...live.earlier, ...live.blocks].map((block) => ({ ...block }))
