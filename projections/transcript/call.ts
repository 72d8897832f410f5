import type { CallId, Seq } from '../../domain/ids.js'
import type { Outcome } from '../../domain/tool/outcome.js'
import type { ToolBlock, ToolState } from './block.js'
import { type Core, type Placed, withBlock } from './core.js'
import { msBetween } from './ms-between.js'
import { itemAt, replaceAt } from './sequence.js'

/** The core as this call runs. A call whose reply is older than the first record gets a block. */
export const startCall = (record: Placed<'ToolCallStarted'>, core: Core): Core => {
  const index = core.openCalls.get(record.data.call)
  const block = blockOf(index, core)
  if (block !== undefined && index !== undefined) {
    const running = { ...block, state: 'running', startedAt: record.at } as const
    return { ...core, blocks: replaceAt(index, running, core.blocks) }
  }
  const openCalls = new Map(core.openCalls).set(record.data.call, core.blocks.length)
  return { ...withBlock(unseenBlock(record, record.data.name), core), openCalls }
}

/** The core with the result of a call. A second result changes nothing. */
export const completeCall = (record: Placed<'ToolCallCompleted'>, first: Seq, core: Core): Core => {
  const index = core.openCalls.get(record.data.call)
  const block = blockOf(index, core)
  if (block === undefined || index === undefined)
    return replySeq(record.data.call) < first
      ? withBlock(completed(record, unseenBlock(record, 'tool')), core)
      : core
  const blocks = replaceAt(index, completed(record, block), core.blocks)
  return { ...core, blocks, openCalls: without(record.data.call, core.openCalls) }
}

const blockOf = (index: number | undefined, core: Core): ToolBlock | undefined => {
  const block = index === undefined ? undefined : itemAt(index, core.blocks)
  return block?.kind === 'tool' ? block : undefined
}

const replySeq = (call: CallId): Seq => Number(call.split('.')[0])

const without = (call: CallId, calls: ReadonlyMap<CallId, number>): ReadonlyMap<CallId, number> =>
  new Map([...calls].filter(([open]) => open !== call))

const completed = ({ at, data }: Placed<'ToolCallCompleted'>, block: ToolBlock): ToolBlock => ({
  ...block,
  state: stateOf(data.outcome),
  summary: data.summary,
  output: data.content,
  synthetic: data.synthetic === true,
  ...(data.cut === undefined ? {} : { cut: data.cut }),
  ...duration(data, data.duration_ms ?? (block.startedAt && msBetween(block.startedAt, at))),
})

// A call that yoi closed ran for a time that nobody knows.
const duration = (
  { synthetic }: Placed<'ToolCallCompleted'>['data'],
  durationMs: number | undefined,
): Pick<ToolBlock, 'durationMs'> =>
  synthetic === true || durationMs === undefined ? {} : { durationMs }

const stateOf = (outcome: Outcome): ToolState => (outcome === 'ok' ? 'done' : outcome)

const unseenBlock = (
  record: Placed<'ToolCallStarted'> | Placed<'ToolCallCompleted'>,
  name: string,
): ToolBlock => ({
  kind: 'tool',
  seq: record.seq,
  turn: record.data.turn,
  call: record.data.call,
  name,
  asked: '',
  input: undefined,
  state: 'running',
  summary: '',
  output: '',
  synthetic: false,
})
