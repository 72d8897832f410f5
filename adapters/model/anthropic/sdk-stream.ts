import type { RequestBody } from '../../../domain/turn/request-body.js'

/** How to reach a server of the Messages API. */
export type Connection = {
  /** Address without `/v1/messages`. */
  readonly baseURL: string
  /** No credentials are sent without one. */
  readonly apiKey: string | undefined
  /** The `anthropic-version`; undefined for the one of the SDK. */
  readonly wire: string | undefined
  readonly fetch: typeof fetch
}

/**
 * Sends a request and gives the raw events of its stream. Rejects with the errors of the SDK; one
 * attempt is made. The body is the JSON text of `request`, byte for byte.
 */
export const sdkStream = async (
  connection: Connection,
  request: RequestBody,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> => {
  // Loading the SDK takes a tenth of a second, which only the first request should pay.
  const { Anthropic } = await import('@anthropic-ai/sdk')
  const client = new Anthropic(clientOptions(connection))
  dropForeignHeaders(client, headersOf(connection))
  // Not `messages.create`: it would warn about model names on the console.
  return client.post<AsyncIterable<unknown>>('/v1/messages', {
    body: JSON.stringify(request),
    headers: { 'content-type': 'application/json' },
    stream: true,
    signal,
  })
}

// Every option that has an environment variable behind it is given. A key must be there, or the SDK
// would look for credentials in files; what is sent of it is decided by the headers.
const clientOptions = ({ baseURL, apiKey, fetch }: Connection) => ({
  baseURL,
  apiKey: apiKey ?? 'none',
  webhookKey: null,
  fetch,
  maxRetries: 0,
  timeout: longestTimeoutMs,
  logger: silentLogger,
  logLevel: 'off' as const,
  openTelemetry: false as const,
})

// Time-outs are ours; a timer of Node holds at most this.
const longestTimeoutMs = 2 ** 31 - 1

const silent = () => {}
const silentLogger = { error: silent, warn: silent, info: silent, debug: silent }

type SentHeaders = Readonly<Record<string, string | null>>

// From 2026-10-21 on the API takes the key as a bearer; before it was a header of its own.
const headersOf = ({ apiKey, wire }: Connection): SentHeaders => {
  const version = { ...noTimeout, ...(wire === undefined ? {} : { 'anthropic-version': wire }) }
  if (apiKey === undefined) return { ...version, authorization: null }
  if (wire === undefined || wire >= firstBearerWire) return version
  return { ...version, authorization: null, 'x-api-key': apiKey }
}

const firstBearerWire = '2026-10-21'

// The SDK would announce its time-out, which is not the one that counts.
const noTimeout = { 'x-stainless-timeout': null }

// The constructor merges ANTHROPIC_CUSTOM_HEADERS into the default headers, and has no option
// against it; so ours are put in place of the merged ones.
const dropForeignHeaders = (client: object, headers: SentHeaders): void => {
  const { _options } = client as { readonly _options: { defaultHeaders: SentHeaders } }
  _options.defaultHeaders = headers
}
