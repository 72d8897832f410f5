import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour } from './loopback-model.js'

/** An event of the Messages API's stream; its name is its `type`. */
export type WireEvent = { readonly type: string } & Readonly<Record<string, unknown>>

/** A block of a reply as a test writes it down. */
export type WireBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: unknown
    }

/** How the bytes of a stream are sent. */
export type Framing = {
  readonly newline?: '\n' | '\r\n'
  /** Sent in pieces of this many bytes, each written by itself. */
  readonly pieceBytes?: number
  /** Pause before each event. */
  readonly pauseMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with a whole reply. The stop reason is `tool_use` when there is a call. */
export const replies =
  (blocks: string | ReadonlyArray<WireBlock>, framing: Framing = {}): Behaviour =>
  async (response) => {
    await streams(replyEvents(blocks), framing)(response)
    response.end()
  }

/** The events of a whole reply, each block in pieces of up to four characters. */
export const replyEvents = (
  blocks: string | ReadonlyArray<WireBlock>,
  stopReason?: string,
): ReadonlyArray<WireEvent> => {
  const list = typeof blocks === 'string' ? [{ type: 'text' as const, text: blocks }] : blocks
  const calls = list.some((block) => block.type === 'tool_use')
  return [
    messageStart,
    ...list.flatMap(blockEvents),
    messageDelta(stopReason ?? (calls ? 'tool_use' : 'end_turn')),
    messageStop,
  ]
}

/** Opens every reply: 10 tokens in, 3 read from the cache and 5 written to it. */
export const messageStart: WireEvent = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'loopback-1',
    content: [],
    stop_reason: null,
    usage: {
      input_tokens: 10,
      cache_creation_input_tokens: 5,
      cache_read_input_tokens: 3,
      output_tokens: 1,
    },
  },
}

/** Gives the stop reason and the final count of tokens. */
export const messageDelta = (stopReason: string, outputTokens = 7): WireEvent => ({
  type: 'message_delta',
  delta: { stop_reason: stopReason, stop_sequence: null },
  usage: { output_tokens: outputTokens },
})

/** Makes a reply whole. */
export const messageStop: WireEvent = { type: 'message_stop' }

const blockEvents = (block: WireBlock, index: number): ReadonlyArray<WireEvent> => [
  { type: 'content_block_start', index, content_block: emptied(block) },
  ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]

const emptied = (block: WireBlock): object => {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' }
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'redacted_thinking':
      return block
    case 'tool_use':
      return { ...block, input: {} }
  }
}

const deltasOf = (block: WireBlock): ReadonlyArray<object> => {
  switch (block.type) {
    case 'text':
      return pieces(block.text).map((text) => ({ type: 'text_delta', text }))
    case 'thinking':
      return [
        ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'redacted_thinking':
      return []
    case 'tool_use':
      return pieces(JSON.stringify(block.input)).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }))
  }
}

const pieces = (text: string): ReadonlyArray<string> => text.match(/.{1,4}/gsu) ?? []

/** Sends events and leaves the response open, silent from then on. */
export const streams =
  (events: ReadonlyArray<WireEvent>, framing: Framing = {}) =>
  async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...framing.headers })
    response.flushHeaders()
    for (const event of events) {
      if (framing.pauseMs !== undefined) await sleep(framing.pauseMs)
      await send(response, sse(event, framing.newline), framing.pieceBytes)
    }
  }

/** An event as it goes over the wire. */
export const sse = (event: WireEvent, newline = '\n'): string =>
  [`event: ${event.type}`, `data: ${JSON.stringify(event)}`, '', ''].join(newline)

const send = async (response: ServerResponse, text: string, pieceBytes?: number) => {
  const bytes = Buffer.from(text)
  const step = pieceBytes ?? bytes.length
  for (let at = 0; at < bytes.length && !response.destroyed; at += step) {
    const piece = bytes.subarray(at, at + step)
    await new Promise<unknown>((flushed) => response.write(piece, flushed))
    // A write may flush at once; the reader in the same process must have its turn too.
    await new Promise(setImmediate)
  }
}

/** Sends events, then ends the response as if all were well. */
export const endsAfter =
  (events: ReadonlyArray<WireEvent>): Behaviour =>
  async (response) => {
    await streams(events)(response)
    response.end()
  }

/** Sends events, waits until they have left, then destroys the socket. */
export const resetsAfter =
  (events: ReadonlyArray<WireEvent>): Behaviour =>
  async (response) => {
    await streams(events)(response)
    response.destroy()
  }

/** Takes the request and destroys the socket without an answer. */
export const resets: Behaviour = (response) => response.destroy()

/** Takes the request and never answers, not even with headers. */
export const hangs: Behaviour = () => {}

/** Sends the headers of a stream and nothing more. */
export const silent: Behaviour = streams([])

/** An `error` event as the API sends it in a stream that has begun. */
export const errorEvent = (type: string, message: string): WireEvent => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_1',
})

/** Pings only: `count` of them, `everyMs` apart, before `then`. */
export const pings =
  (count: number, everyMs: number, then: ReadonlyArray<WireEvent>): Behaviour =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let sent = 0; sent < count && !response.destroyed; sent += 1) {
      await send(response, sse({ type: 'ping' }))
      await sleep(everyMs)
    }
    await send(response, then.map((event) => sse(event)).join(''))
    response.end()
  }

/** Refuses with the API's body for this status; `headers` for `retry-after` and the like. */
export const refuses =
  (status: number, refusal: Refusing = {}): Behaviour =>
  (response) => {
    const { type = typeOf(status), message = `refused with ${status}`, details } = refusal
    const error = { type, message, ...(details === undefined ? {} : { details }) }
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_1',
      ...refusal.headers,
    })
    response.end(JSON.stringify({ type: 'error', error, request_id: 'req_1' }))
  }

/** What a refusal says beside its status. */
export type Refusing = {
  readonly type?: string
  readonly message?: string
  readonly details?: object
  readonly headers?: Readonly<Record<string, string>>
}

const typeOf = (status: number): string => types[status] ?? 'api_error'

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** Answers with bytes as they are: HTML with 200, nothing with 200, broken JSON in `data`. */
export const answersRaw =
  (body: string, headers: Readonly<Record<string, string>>, status = 200): Behaviour =>
  (response) => {
    response.writeHead(status, headers)
    response.end(body)
  }

/** Redirects to the same address for ever. */
export const redirects: Behaviour = (response, request) => {
  response.writeHead(307, { location: request.path })
  response.end()
}
