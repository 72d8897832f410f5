import { requestIdIn } from './request-id-in.js'
import { retryAfterMs } from './retry-after.js'

/** What a server said when it refused, by status or by an `error` event (then without one). */
export type Refusal = {
  readonly kind: 'refused'
  readonly status?: number
  /** `error.type` of the body. */
  readonly type?: string
  /** `error.details.error_code`, or `error.code` of servers that put it there. */
  readonly errorCode?: string
  /** The server's own words, as they came. */
  readonly words?: string
  /** `location` of a redirect. */
  readonly location?: string
  /** The server's name for this exchange, which its people ask for. */
  readonly requestId?: string
  /** `x-should-retry`. */
  readonly shouldRetry?: boolean
  readonly retryAfterMs?: number
}

/** Why an attempt gave no reply, before it is put into words. */
export type Trouble =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'first_byte_timeout'; readonly waitedMs: number }
  | { readonly kind: 'idle'; readonly waitedMs: number }
  /** `begun`: at least one event of a reply had come. */
  | { readonly kind: 'truncated'; readonly begun: boolean }
  | { readonly kind: 'not_a_stream'; readonly contentType?: string }
  | { readonly kind: 'malformed'; readonly detail: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'unreachable'; readonly errorCode: string }
  | { readonly kind: 'bad_key' }
  | { readonly kind: 'internal'; readonly detail: string }
  | Refusal

/**
 * Tells what an error of the SDK, of fetch or of the stream means: by status, type and code, never
 * by its message.
 */
export const troubleOf = (error: unknown): Trouble => {
  const fields = fieldsOf(error)
  if (isServerWord(fields)) return refusalOf(fields)
  if (fields['name'] === 'SyntaxError') return { kind: 'malformed', detail: 'broken JSON' }
  const code = codeIn(error)
  return code === undefined ? withoutCode(fields) : ofCode(code)
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

const textIn = (fields: Fields, key: string): string | undefined => {
  const value = fields[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

// The SDK gives its API errors a header set when a server has answered, and only then.
const isServerWord = (fields: Fields): boolean => fields['headers'] instanceof Headers

const refusalOf = (fields: Fields): Refusal => {
  const headers = fields['headers'] as Headers
  const status = typeof fields['status'] === 'number' ? fields['status'] : undefined
  const inner = fieldsOf(fieldsOf(fields['error'])['error'])
  return {
    kind: 'refused',
    ...present('status', status),
    ...present('type', textIn(fields, 'type')),
    ...present('errorCode', textIn(fields, 'errorCode') ?? textIn(inner, 'code')),
    ...present('words', wordsOf(fields, status)),
    ...present('location', headers.get('location') ?? undefined),
    ...present('requestId', requestIdIn(headers)),
    ...present('shouldRetry', toldToRetry(headers)),
    ...present('retryAfterMs', retryAfterMs(headers)),
  }
}

const present = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V }

const toldToRetry = (headers: Headers): boolean | undefined => {
  const told = headers.get('x-should-retry')
  return told === 'true' || told === 'false' ? told === 'true' : undefined
}

// The API puts its words into `error.message`; gateways use other places, or plain text.
const wordsOf = (fields: Fields, status: number | undefined): string | undefined => {
  const body = fieldsOf(fields['error'])
  const said = textIn(fields, 'apiMessage') ?? textIn(body, 'message') ?? textIn(body, 'detail')
  const plain = fields['error'] === undefined ? withoutStatus(fields, status) : undefined
  return said ?? textIn(body, 'error') ?? notHtml(textIn(fields, 'error') ?? plain)
}

// The SDK puts the status in front of a text that is not JSON, and words of its own for no text.
const withoutStatus = (fields: Fields, status: number | undefined): string | undefined => {
  const message = textIn(fields, 'message')
  const isOwn = message === `${status} status code (no body)`
  return isOwn ? undefined : message?.replace(`${status} `, '')
}

const notHtml = (text: string | undefined): string | undefined =>
  text === undefined || /^\s*(<|$)/.test(text) ? undefined : text

/** The first `code` in an error or its causes: where Node and undici say what happened. */
const codeIn = (error: unknown, depth = 0): string | undefined => {
  const fields = fieldsOf(error)
  const code = textIn(fields, 'code')
  if (code !== undefined || depth > 8 || fields['cause'] === undefined) return code
  return codeIn(fields['cause'], depth + 1)
}

const withoutCode = (fields: Fields): Trouble => {
  const name = textIn(fields, 'name') ?? 'unknown error'
  if (name === 'APIConnectionError') return { kind: 'unreachable', errorCode: 'no connection' }
  return { kind: 'internal', detail: `${name}: ${textIn(fields, 'message') ?? ''}` }
}

const ofCode = (code: string): Trouble => {
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return { kind: 'reset' }
    case 'UND_ERR_HEADERS_TIMEOUT':
      return { kind: 'first_byte_timeout', waitedMs: fetchTimeoutMs }
    case 'UND_ERR_BODY_TIMEOUT':
      return { kind: 'idle', waitedMs: fetchTimeoutMs }
    default:
      return { kind: 'unreachable', errorCode: code }
  }
}

// Node's fetch gives up after five minutes by itself, whatever we allow.
const fetchTimeoutMs = 300_000
