import type { EventOf, EventType } from '../../domain/event/event.js'
import type { TurnResult } from '../../domain/event/turn.js'
import type { CallId, Seq, TurnId } from '../../domain/ids.js'
import type { Usage } from '../../domain/reply.js'
import { addUsage, noUsage } from '../../domain/session/usage.js'
import type { Timestamp } from '../../domain/time.js'
import type { Block } from './block.js'
import { append, emptySequence, type Sequence } from './sequence.js'
import { spentOn, type Work, withTokens } from './work.js'

/** An event with its place, as far as a block needs the record. */
export type Placed<K extends EventType> = { readonly seq: Seq; readonly at: Timestamp } & EventOf<K>

/** The part of a transcript that a taken-back turn gives back as it was. */
export type Core = {
  readonly blocks: Sequence<Block>
  /** Where the blocks of calls without a result are. */
  readonly openCalls: ReadonlyMap<CallId, number>
  /** Tokens of all requests so far, as far as they are known. */
  readonly totals: Usage
  /** Tokens of the newest request: what the context holds now. */
  readonly lastUsage: Usage | undefined
  /** How the last turn ended, until another opens or it goes on. */
  readonly ending: { readonly turn: TurnId; readonly result: TurnResult } | undefined
  /** What the newest turn has taken; undefined until one has opened. */
  readonly work: Work | undefined
}

export const emptyCore: Core = {
  blocks: emptySequence,
  openCalls: new Map(),
  totals: noUsage,
  lastUsage: undefined,
  ending: undefined,
  work: undefined,
}

/** The core with one more block at its end. */
export const withBlock = (block: Block, core: Core): Core => ({
  ...core,
  blocks: append(block, core.blocks),
})

/** The core as a turn is open. */
export const withoutEnding = (core: Core): Core => ({ ...core, ending: undefined })

/** The core after a turn's one ending. */
export const withEnding = ({ seq, at, data }: Placed<'TurnEnded'>, core: Core): Core => ({
  ...withBlock(
    {
      kind: 'mark',
      mark: 'ended',
      seq,
      turn: data.turn,
      result: data.result,
      by: data.by ?? '',
      error: data.error?.message ?? '',
      ...spentOn(data.turn, at, core.work),
    },
    core,
  ),
  ending: { turn: data.turn, result: data.result },
})

/** The core with the tokens of one more request. */
export const withUsage = (usage: Usage, core: Core): Core => ({
  ...core,
  totals: addUsage(core.totals, usage),
  lastUsage: usage,
  work: withTokens(usage, core.work),
})
