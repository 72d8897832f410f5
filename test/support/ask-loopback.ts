import type { ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import {
  type AnthropicOptions,
  anthropicCompletions,
} from '../../adapters/model/anthropic/anthropic-completions.js'
import type { LiveDelta, Reply, ReplyFailure } from '../../domain/reply.js'
import type { RequestBody } from '../../domain/turn/request-body.js'
import { type Behaviour, loopbackModel } from './loopback-model.js'

/** A request with most of what one can hold, hostile text included. */
export const request: RequestBody = {
  model: 'loopback-1',
  max_tokens: 100,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  tools: [{ name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Größe 日本 \u2028 😀 \ud800 "q"' }] },
  ],
  stream: true,
}

/** A loopback server for the length of a test. */
export const serve = async (t: ExecutionContext, ...behaviours: ReadonlyArray<Behaviour>) => {
  const server = await loopbackModel(behaviours)
  t.teardown(server.close)
  return server
}

/** What a test may set beside the address. */
export type LoopbackOptions = Partial<AnthropicOptions> & {
  /** Sent in the place of `request`. */
  readonly request?: RequestBody
}

/** What came of one request: the answer, and every delta that was given. */
export type Asked = {
  readonly answer: E.Either<ReplyFailure, Reply>
  readonly deltas: ReadonlyArray<LiveDelta>
}

/** Sends `request`, or another one, through the adapter; no time-out strikes unless the options say so. */
export const ask = async (
  baseURL: string,
  { request: body = request, ...options }: LoopbackOptions = {},
  signal = new AbortController().signal,
): Promise<Asked> => {
  const deltas: LiveDelta[] = []
  const patience = { firstByteTimeoutMs: 50_000, idleTimeoutMs: 50_000 }
  const completions = anthropicCompletions({ baseURL, ...patience, ...options })
  const answer = await completions.complete(body, (delta) => deltas.push(delta), signal)()
  return { answer, deltas }
}

/** The reply; a failure fails the test with its message. */
export const replyIn = ({ answer }: Asked): Reply => {
  if (E.isRight(answer)) return answer.right
  throw new Error(`no reply: ${answer.left.message}`)
}

/** The failure; a reply fails the test. */
export const failureIn = ({ answer }: Asked): ReplyFailure => {
  if (E.isLeft(answer)) return answer.left
  throw new Error('a reply instead of a failure')
}
