import type { CallId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { InFlight, InFlightBlock, Notification } from '../../domain/protocol/notification.js'
import type { Usage } from '../../domain/reply.js'

/** What streams right now and is not yet in a record. */
export type Live = {
  readonly blocks: ReadonlyArray<InFlightBlock>
  /** The newest part of what running calls have printed. */
  readonly outputs: ReadonlyMap<CallId, string>
  /** Running calls that have written to stderr. */
  readonly stderr: ReadonlySet<CallId>
  readonly usage: Usage | undefined
  readonly retry: Retry | undefined
}

export type Retry = Extract<Notification, { readonly event: 'retry' }>['data']

export const nothingLive: Live = {
  blocks: [],
  outputs: new Map(),
  stderr: new Set(),
  usage: undefined,
  retry: undefined,
}

/**
 * The fold of live notifications. A record that settles a streamed block takes it away, so that
 * nothing is shown twice; attaching in the middle starts from `snapshot.in_flight`.
 */
export const applyLive = (live: Live, notification: Notification): Live => {
  switch (notification.event) {
    case 'snapshot':
      return fromInFlight(notification.data.in_flight)
    case 'record':
      return settle(live, notification.data)
    case 'text_delta':
      return addWords('text', notification.data, live)
    case 'thinking_delta':
      return addWords('thinking', notification.data, live)
    case 'tool_call_start': {
      const { block, call, name } = notification.data
      return withLiveBlock({ kind: 'tool_call', block, call, name, args: '' }, live)
    }
    case 'tool_args_delta':
      return addArgs(notification.data, live)
    case 'tool_output_delta':
      return addOutput(notification.data, live)
    case 'usage': {
      const { input, output, cache_read, cache_write } = notification.data
      return { ...live, usage: { input, output, cache_read, cache_write } }
    }
    case 'retry':
      return { ...live, retry: notification.data }
    case 'resync':
      return nothingLive
    case 'hello':
    case 'status':
    case 'turn_start':
    case 'round_start':
    case 'run_end':
    case 'history':
    case 'ack':
    case 'error':
    case 'alert':
    case 'shutdown':
      return live
  }
}

/** What a client that attaches now is shown. */
export const fromInFlight = (inFlight: InFlight | null): Live =>
  inFlight === null
    ? nothingLive
    : {
        ...nothingLive,
        blocks: [...inFlight.blocks].sort((a, b) => a.block - b.block),
        outputs: new Map(inFlight.calls.map(({ call, output }) => [call, output])),
      }

const settle = (live: Live, record: LogRecord): Live => {
  switch (record.type) {
    case 'RoundStarted':
    case 'AssistantReplied':
    case 'StopRequested':
      return { ...nothingLive, outputs: live.outputs, stderr: live.stderr }
    case 'TurnPaused':
    case 'TurnEnded':
    case 'HeadReset':
      return nothingLive
    case 'ToolCallCompleted':
      return { ...live, outputs: without(record.data.call, live.outputs) }
    default:
      return live
  }
}

const without = (call: CallId, outputs: ReadonlyMap<CallId, string>) =>
  outputs.has(call) ? new Map([...outputs].filter(([key]) => key !== call)) : outputs

type Words = { readonly block: number; readonly text: string }

const addWords = (kind: 'text' | 'thinking', { block, text }: Words, live: Live): Live => {
  const held = live.blocks.find((one) => one.block === block && one.kind === kind)
  const before = held !== undefined && held.kind !== 'tool_call' ? held.text : ''
  return withLiveBlock({ kind, block, text: before + text }, live)
}

const withLiveBlock = (block: InFlightBlock, live: Live): Live => {
  const index = live.blocks.findIndex((one) => one.block === block.block)
  const blocks = index < 0 ? [...live.blocks, block] : live.blocks.with(index, block)
  return { ...live, blocks, retry: undefined }
}

const addArgs = ({ call, text }: { call: string; text: string }, live: Live): Live => ({
  ...live,
  blocks: live.blocks.map((one) =>
    one.kind === 'tool_call' && one.call === call ? { ...one, args: one.args + text } : one,
  ),
})

type Output = { readonly call: CallId; readonly stream: 'stdout' | 'stderr'; readonly text: string }

const addOutput = ({ call, stream, text }: Output, live: Live): Live => ({
  ...live,
  stderr: stream === 'stderr' ? new Set(live.stderr).add(call) : live.stderr,
  outputs: new Map(live.outputs).set(call, newest((live.outputs.get(call) ?? '') + text)),
})

// Characters stand in for bytes: the bound only keeps a chatty tool from filling the memory.
const newest = (output: string): string =>
  output.slice(-limits.liveOutputBytesKept).replace(/^[\uDC00-\uDFFF]/, '')
