import * as E from 'fp-ts/lib/Either.js'
import type { Completions } from '../../../domain/ports.js'
import type { LiveDelta, Reply, ReplyFailure } from '../../../domain/reply.js'
import type { RequestBlock, RequestBody } from '../../../domain/turn/request-body.js'
import { failureOf } from './failure.js'
import { type Observed, observedFetch } from './observed-fetch.js'
import type { Place } from './place.js'
import { readReply, readRest } from './read-reply.js'
import { type Patience, type RequestWatch, watchRequest } from './request-watch.js'
import { type Connection, sdkStream } from './sdk-stream.js'
import { thinkingTime } from './thinking-time.js'
import { type Trouble, troubleOf } from './trouble.js'

/** How to reach the models, and how long their silence is borne. */
export type AnthropicOptions = Patience & {
  /** Where the server is; no environment variable and no profile counts beside it. */
  readonly baseURL: string
  /** Without one, or with an empty one, no credentials are sent. */
  readonly apiKey?: string
  /** The variable that the key comes from, to name it in errors: `ANTHROPIC_API_KEY`. */
  readonly apiKeyEnv?: string
  /** `anthropic-version`; one before 2026-10-21 sends the key as `x-api-key`. */
  readonly wire?: string
  readonly fetch?: typeof fetch
  /** The sentence about a trouble of what answers in place of a server, where it has one. */
  readonly sentenceOf?: (trouble: Trouble) => string | undefined
}

/**
 * Models behind a server of the Messages API. One attempt per call; nothing is sent after the
 * signal has aborted, and no delta is given after that or after the answer.
 */
export const anthropicCompletions = (options: AnthropicOptions): Completions => ({
  complete: (request, onDelta, signal) => () => attempt(options, request, { onDelta, signal }),
})

type Caller = {
  readonly onDelta: (delta: LiveDelta) => void
  readonly signal: AbortSignal
}

const attempt = async (
  options: AnthropicOptions,
  request: RequestBody,
  caller: Caller,
): Promise<E.Either<ReplyFailure, Reply>> => {
  const key = bareKey(options.apiKey)
  const fail = failing(options, placeOf(options, request), key)
  const trouble = troubleBefore(options.baseURL, key, caller.signal)
  if (trouble !== undefined) return fail(trouble, undefined)
  const watch = watchRequest(options, caller.signal)
  const { fetch: observing, observed } = observedFetch(options.fetch ?? fetch, watch)
  const connection = { baseURL: options.baseURL, apiKey: key, wire: options.wire, fetch: observing }
  const talk = converse(connection, request, { onDelta: caller.onDelta, watch })
  const answer = await Promise.race([watch.givenUp.then(E.left), talk])
  const { requestId } = observed()
  if (E.isRight(answer)) return E.right(withRequestId(answer.right, requestId))
  watch.cut()
  return fail(asObserved(answer.left, observed()), requestId)
}

const troubleBefore = (
  baseURL: string,
  key: string | undefined,
  signal: AbortSignal,
): Trouble | undefined => {
  if (signal.aborted) return { kind: 'aborted' }
  if (key !== undefined && !sendable.test(key)) return { kind: 'bad_key' }
  return isAddress(baseURL) ? undefined : { kind: 'unreachable', errorCode: 'ERR_INVALID_URL' }
}

// Headers allow no blanks, line breaks or other alphabets within a key.
const sendable = /^[\x21-\x7e]+$/

const isAddress = (baseURL: string): boolean => {
  if (!URL.canParse(baseURL)) return false
  const { protocol, username, password } = new URL(baseURL)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const bareKey = (key = ''): string | undefined => (key.trim() === '' ? undefined : key.trim())

const placeOf = (options: AnthropicOptions, request: RequestBody): Place => ({
  baseURL: options.baseURL,
  model: request.model,
  keyName: options.apiKeyEnv ?? 'ANTHROPIC_API_KEY',
  keyGiven: bareKey(options.apiKey) !== undefined,
  hasThinking: request.messages.some(({ content }) => content.some(isThinkingBlock)),
})

const isThinkingBlock = ({ type }: RequestBlock): boolean =>
  type === 'thinking' || type === 'redacted_thinking'

// Some gateways repeat the key in their refusal; it must not get into the log. A made-up word for a
// local server is no secret, and may well be a word of the sentence.
const failing =
  ({ sentenceOf }: AnthropicOptions, place: Place, key: string | undefined) =>
  (trouble: Trouble, requestId: string | undefined): E.Either<ReplyFailure, never> => {
    const { message: words, ...failure } = failureOf(trouble, place)
    const message = sentenceOf?.(trouble) ?? words
    const isSecret = key !== undefined && key.length >= secretCharsMin
    const shown = isSecret ? message.replaceAll(key, '[key]') : message
    return E.left({
      ...failure,
      message: shown,
      ...(requestId === undefined ? {} : { requestId }),
    })
  }

const secretCharsMin = 8

const withRequestId = (reply: Reply, requestId: string | undefined): Reply =>
  requestId === undefined ? reply : { ...reply, request_id: requestId }

const withThinking = (reply: Reply, spentMs: number | undefined): Reply =>
  spentMs === undefined ? reply : { ...reply, thinking_ms: spentMs }

type Talk = Pick<Caller, 'onDelta'> & { readonly watch: RequestWatch }

/** Sends and reads; never rejects. What was given up ends here too, unheard. */
const converse = async (
  connection: Connection,
  request: RequestBody,
  { watch, onDelta }: Talk,
): Promise<E.Either<Trouble, Reply>> => {
  const thinking = thinkingTime()
  const show = (delta: LiveDelta) => {
    thinking.see(delta, performance.now())
    if (!watch.signal.aborted) onDelta(delta)
  }
  try {
    const events = await sdkStream(connection, request, watch.signal)
    const iterator = events[Symbol.asyncIterator]()
    const answer = await readReply(iterator, show)
    if (watch.signal.aborted) return E.left(await watch.givenUp)
    if (E.isLeft(answer)) return answer
    watch.replyIsWhole()
    void readRest(iterator)
    return E.right(withThinking(answer.right, thinking.spentMs(performance.now())))
  } catch (error) {
    return E.left(troubleOf(error))
  }
}

// A body without a single event was no cut stream unless it says that it is one.
const asObserved = (trouble: Trouble, { contentType, bytes }: Observed): Trouble => {
  if (trouble.kind !== 'truncated' || trouble.begun) return trouble
  if (bytes === 0) return { kind: 'not_a_stream' }
  if (contentType?.startsWith('text/event-stream') === true) return trouble
  return { kind: 'not_a_stream', contentType: contentType ?? 'something' }
}
