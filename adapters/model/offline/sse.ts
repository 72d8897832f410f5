import { offlineSeal } from '../../../domain/turn/request/offline-seal.js'
import { type PromptUsage, tokensOf } from './count-tokens.js'
import type { OfflineCall, OfflineReply } from './reply.js'

/** A piece of the stream: its text, and whether it carries a delta, which is what takes time. */
export type Frame = { readonly text: string; readonly delta: boolean }

/** What a stream needs besides its reply. */
export type StreamFacts = {
  readonly id: string
  readonly model: string
  readonly usage: PromptUsage
  /** Calls of the conversation so far; new ones are counted on, also after a restart. */
  readonly calls: number
  /** The provider shows no thinking, only its signature. */
  readonly omitsThinking: boolean
}

/** A reply as the Messages API streams it, from `message_start` to `message_stop`. */
export const framesOf = (reply: OfflineReply, facts: StreamFacts): ReadonlyArray<Frame> => [
  frame('message_start', { message: startOf(facts) }),
  frame('ping', {}),
  ...blocksOf(reply, facts).flatMap(blockFrames),
  frame('message_delta', {
    delta: { stop_reason: stopReason(reply), stop_sequence: null },
    usage: { ...facts.usage, output_tokens: outputTokens(reply) },
  }),
  frame('message_stop', {}),
]

/** An error event in the middle of a stream. */
export const errorFrame = (error: { readonly type: string; readonly message: string }): Frame =>
  frame('error', { error })

/** A text in pieces of a word each, at most `piecesMax` of them. */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const words = text.match(/\s*\S{1,16}|\s+/gu) ?? []
  const perPiece = Math.ceil(words.length / piecesMax)
  const starts = words.flatMap((_, index) => (index % perPiece === 0 ? [index] : []))
  return starts.map((start) => words.slice(start, start + perPiece).join(''))
}

// A long answer comes in larger pieces, so that no answer takes longer than this many delays.
const piecesMax = 200

const frame = (type: string, data: object): Frame => ({
  text: `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`,
  delta: type === 'content_block_delta',
})

const startOf = ({ id, model, usage }: StreamFacts) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { ...usage, output_tokens: 1 },
})

const stopReason = ({ stop_reason, calls = [] }: OfflineReply): string =>
  stop_reason ?? (calls.length > 0 ? 'tool_use' : 'end_turn')

const outputTokens = ({ thinking = '', text = '', calls = [] }: OfflineReply): number =>
  tokensOf(thinking) + tokensOf(text) + tokensOf(calls.map(inputText).join('')) + 1

type StreamBlock = { readonly start: object; readonly deltas: ReadonlyArray<object> }

const blocksOf = (reply: OfflineReply, facts: StreamFacts): ReadonlyArray<StreamBlock> => [
  ...(reply.thinking === undefined ? [] : [thinkingBlock(reply.thinking, facts.omitsThinking)]),
  ...(reply.text === undefined ? [] : [textBlock(reply.text)]),
  ...(reply.calls ?? []).map((call, index) => callBlock(call, facts.calls + index + 1)),
]

const blockFrames = ({ start, deltas }: StreamBlock, index: number): ReadonlyArray<Frame> => [
  frame('content_block_start', { index, content_block: start }),
  ...deltas.map((delta) => frame('content_block_delta', { index, delta })),
  frame('content_block_stop', { index }),
]

const thinkingBlock = (thinking: string, omits: boolean): StreamBlock => {
  const shown = omits ? '' : thinking
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...wordsOf(shown).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      { type: 'signature_delta', signature: offlineSeal(shown) },
    ],
  }
}

const textBlock = (text: string): StreamBlock => ({
  start: { type: 'text', text: '' },
  deltas: wordsOf(text).map((piece) => ({ type: 'text_delta', text: piece })),
})

const callBlock = (call: OfflineCall, count: number): StreamBlock => ({
  start: {
    type: 'tool_use',
    id: call.id ?? `toolu_offline_${count}`,
    name: call.name,
    input: {},
  },
  deltas: ['', ...wordsOf(inputText(call))].map((piece) => ({
    type: 'input_json_delta',
    partial_json: piece,
  })),
})

const inputText = ({ input }: OfflineCall): string => JSON.stringify(input)
