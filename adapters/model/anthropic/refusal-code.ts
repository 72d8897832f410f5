import type { ReplyFailureCode } from '../../../domain/reply.js'
import type { Place } from './place.js'
import type { Refusal } from './trouble.js'

/**
 * The code of a refusal. A status that says enough decides alone, since gateways put any type
 * beside it; else the error type, which is all that an `error` event in the stream has.
 */
export const refusalCode = (
  refusal: Refusal,
  { hasThinking }: Pick<Place, 'hasThinking'>,
): ReplyFailureCode => {
  const code = ofStatus(refusal) ?? ofType(refusal.type) ?? unnamed(refusal.status)
  const isSize = code === 'invalid_request' || code === 'too_large'
  if (isSize && isContextTooLong(refusal)) return 'context_too_long'
  const isThinking = hasThinking && code === 'invalid_request' && isOfThinking(refusal)
  return isThinking ? 'thinking_refused' : code
}

const ofStatus = ({ status = 0, type }: Refusal): ReplyFailureCode | undefined => {
  const code = statuses[status]
  if (code !== undefined) return code
  if (status >= 300 && status < 400) return 'unreachable'
  if (status < 500) return undefined
  return type === 'overloaded_error' ? 'overloaded' : 'server_error'
}

const statuses: Readonly<Record<number, ReplyFailureCode>> = {
  401: 'unauthorized',
  402: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  408: 'server_error',
  409: 'server_error',
  413: 'too_large',
  429: 'rate_limited',
  529: 'overloaded',
}

const ofType = (type: string | undefined): ReplyFailureCode | undefined =>
  type === undefined ? undefined : types.get(type)

const types: ReadonlyMap<string, ReplyFailureCode> = new Map([
  ['invalid_request_error', 'invalid_request'],
  ['exceed_context_size_error', 'invalid_request'],
  ['authentication_error', 'unauthorized'],
  ['billing_error', 'forbidden'],
  ['permission_error', 'forbidden'],
  ['not_found_error', 'not_found'],
  ['request_too_large', 'too_large'],
  ['rate_limit_error', 'rate_limited'],
  ['timeout_error', 'server_error'],
  ['conflict_error', 'server_error'],
  ['api_error', 'server_error'],
  ['overloaded_error', 'overloaded'],
])

// A stream that fails without a reason is the server's fault; a 4xx is the request's.
const unnamed = (status: number | undefined): ReplyFailureCode =>
  status === undefined ? 'server_error' : 'invalid_request'

const isContextTooLong = ({ type = '', errorCode = '', words = '' }: Refusal): boolean =>
  type === 'exceed_context_size_error' ||
  errorCode === 'context_length_exceeded' ||
  contextWords.some((pattern) => pattern.test(words))

// The API has no type of its own for this, so here, and only here, its words must do.
const contextWords: ReadonlyArray<RegExp> = [
  /prompt is too long/i,
  /input is too long/i,
  /exceeds? (the )?(model's )?(maximum )?context (limit|length|window)/i,
  /exceeds the available context size/i,
  /maximum context length/i,
  /context window (is )?exceeded/i,
]

// As little does a refused block have a type. The settings of thinking are no block.
const isOfThinking = ({ words = '' }: Refusal): boolean =>
  /\bthinking\b/i.test(words) && /\bsignature\b|\bthinking`? blocks?\b|\bcontent\.\d/i.test(words)
