import test from 'ava'
import type { ReplyFailureCode } from '../../../../domain/reply.js'
import type { RequestBody } from '../../../../domain/turn/request-body.js'
import { ask, failureIn, request, serve } from '../../../support/ask-loopback.js'
import { type Expected, expectFailure, isOneSentence } from '../../../support/expect-failure.js'
import { answersRaw, redirects, refuses, replies } from '../../../support/loopback-behaviours.js'

const html = { 'content-type': 'text/html; charset=utf-8' }
const key = { apiKey: 'sk-1', apiKeyEnv: 'MY_KEY' }
const fails = test.macro(expectFailure)

const status = (
  code: ReplyFailureCode,
  number: number,
  retryable: boolean,
  ...says: ReadonlyArray<string>
): Expected => ({ code, retryable, status: number, says: [String(number), ...says], options: key })

test(
  '400 is refused, with the words of the server',
  fails,
  refuses(400, { message: 'tools.0.name: bad' }),
  status('invalid_request', 400, false, '"tools.0.name: bad"', '[model] settings'),
)
test(
  '401 names the variable of the key',
  fails,
  refuses(401, { message: 'invalid x-api-key' }),
  status('unauthorized', 401, false, 'key in MY_KEY', '"invalid x-api-key"', 'start yoi again'),
)
test('401 without a key says which variable to set', fails, refuses(401), {
  ...status(
    'unauthorized',
    401,
    false,
    'asks for a key',
    'set ANTHROPIC_API_KEY',
    'model.api_key_env',
  ),
  options: {},
})
test(
  '401 is about the key whatever its type',
  fails,
  refuses(401, { type: 'invalid_request_error' }),
  status('unauthorized', 401, false, 'key in MY_KEY'),
)
test(
  '404 is about the model although it has no type',
  fails,
  answersRaw('404 page not found', { 'content-type': 'text/plain' }, 404),
  status('not_found', 404, false, '"404 page not found"', 'model.base_url'),
)
test(
  '402 is about the account',
  fails,
  refuses(402),
  status('forbidden', 402, false, 'asks for payment', 'MY_KEY'),
)
test(
  '403 says what the key may not',
  fails,
  refuses(403),
  status('forbidden', 403, false, 'MY_KEY may use the model loopback-1', 'model.ref'),
)
test(
  '404 names the model and where it is set',
  fails,
  refuses(404),
  status('not_found', 404, false, 'the model loopback-1', 'model.ref', 'model.base_url'),
)
test('408 may pass', fails, refuses(408), status('server_error', 408, true, 'try again'))
test('409 may pass', fails, refuses(409), status('server_error', 409, true, 'try again'))
test(
  '413 says how to send less',
  fails,
  refuses(413),
  status('too_large', 413, false, 'start a new session', 'shorter input'),
)
test('422 is refused', fails, refuses(422), status('invalid_request', 422, false, 'refused'))
test('429 may pass', fails, refuses(429), status('rate_limited', 429, true, 'wait a minute'))
test('500 may pass', fails, refuses(500), status('server_error', 500, true, 'try again'))
test(
  '502 with a page of HTML does not quote it',
  fails,
  answersRaw('<html>Bad', html, 502),
  status('server_error', 502, true, 'failed (502):'),
)
test(
  '503 in plain text quotes it',
  fails,
  answersRaw('no upstream', {}, 503),
  status('server_error', 503, true, '"no upstream"'),
)
test('504 may pass', fails, refuses(504), status('server_error', 504, true))
test('529 is overloaded', fails, refuses(529), status('overloaded', 529, true, 'wait a minute'))
test(
  '503 is overloaded when its type says so',
  fails,
  refuses(503, { type: 'overloaded_error' }),
  status('overloaded', 503, true),
)
test(
  'a status that is told to be final is not retried',
  fails,
  refuses(500, { headers: { 'x-should-retry': 'false' } }),
  status('server_error', 500, false),
)
test(
  'a reached spend limit is not retried',
  fails,
  refuses(429, { details: { error_code: 'enforced_spend_limit_reached' } }),
  status('rate_limited', 429, false, 'raise the spend limit'),
)
test(
  'a refusal with an empty body still says status, request id and next step',
  fails,
  answersRaw('', { 'request-id': 'req_7' }, 400),
  status('invalid_request', 400, false, '(400, request req_7)', 'start a new session'),
)
test(
  'a redirect is not followed',
  fails,
  redirects,
  status('unreachable', 307, false, 'sends requests on to /v1/messages', 'final address'),
)

const tooLong = test.macro({
  title: (_, message: string) => `the context is too long: ${message}`,
  exec: async (t, message: string, type: string, details?: object) => {
    const refusing = { message, type, ...(details && { details }) }
    const server = await serve(t, refuses(400, refusing))

    const failure = failureIn(await ask(server.url))

    t.is(failure.code, 'context_too_long')
    t.false(failure.retryable)
    t.regex(failure.message, /send a shorter input, which takes the place of this turn/)
    t.true(failure.message.includes(`"${message}"`))
  },
})
const invalid = 'invalid_request_error'
test(tooLong, 'prompt is too long: 210000 tokens > 200000 maximum', invalid)
test(
  tooLong,
  'input length and `max_tokens` exceed context limit: 188059 + 20000 > 200000',
  invalid,
)
test(tooLong, 'request (9412 tokens) is too much', 'exceed_context_size_error')
test(tooLong, "This model's maximum context length is 4096 tokens. However, you sent 5000", 'error')
test(tooLong, 'no', invalid, { error_code: 'context_length_exceeded' })

const asksToWait = test.macro({
  title: (_, headers: object, waitMs: number | undefined) =>
    `${JSON.stringify(headers)} asks to wait ${waitMs} ms`,
  exec: async (t, headers: Readonly<Record<string, string>>, waitMs: number | undefined) => {
    const server = await serve(t, refuses(429, { headers }))

    t.is(failureIn(await ask(server.url)).retryAfterMs, waitMs)
  },
})
const date = 'Tue, 15 Nov 1994 08:12:31 GMT'
test(asksToWait, {}, undefined)
test(asksToWait, { 'retry-after': '7' }, 7000)
test(asksToWait, { 'retry-after': '0' }, undefined)
test(asksToWait, { 'retry-after': 'soon' }, undefined)
test(asksToWait, { 'retry-after': '86400' }, 60_000)
test(asksToWait, { 'retry-after-ms': '1500', 'retry-after': '9' }, 1500)
test(asksToWait, { date, 'retry-after': 'Tue, 15 Nov 1994 08:12:41 GMT' }, 10_000)
test(asksToWait, { date, 'retry-after': 'Tue, 15 Nov 1994 08:12:01 GMT' }, undefined)

const thinkingBack: RequestBody = {
  ...request,
  messages: [
    ...request.messages,
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
        { type: 'text', text: 'Yes.' },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: 'And?' }] },
  ],
}

const aboutThinking = test.macro({
  title: (_, message: string, code: string) => `${code}: ${message}`,
  exec: async (t, message: string, code: ReplyFailureCode, body: RequestBody = thinkingBack) => {
    const server = await serve(t, refuses(400, { message }))

    const failure = failureIn(await ask(server.url, { request: body }))

    t.is(failure.code, code)
    t.false(failure.retryable)
    const says = failure.message.includes('try again, and it is left out from now on.')
    t.is(says, code === 'thinking_refused')
    t.true(failure.message.includes(`"${message}"`))
  },
})
const badSignature = 'messages.1.content.0: Invalid `signature` in `thinking` block'
test(aboutThinking, badSignature, 'thinking_refused')
test(
  aboutThinking,
  'messages.1.content.0: `thinking` or `redacted_thinking` blocks cannot be modified',
  'thinking_refused',
)
test(aboutThinking, 'thinking.budget_tokens: must be at least 1024', 'invalid_request')
test(aboutThinking, '`max_tokens` must be above `thinking.budget_tokens`', 'invalid_request')
test(
  'without thinking in the request nothing of it can be refused',
  aboutThinking,
  badSignature,
  'invalid_request',
  request,
)

test('words of the server are clipped and made safe', async (t) => {
  const hostile = `\u001b]52;c;aGk=\u0007 \u202e two\r\nlines \u0000 ${'long '.repeat(2000)}`
  const server = await serve(t, refuses(400, { message: hostile }))

  const { message } = failureIn(await ask(server.url))

  t.regex(message, isOneSentence)
  t.notRegex(message, /\p{Cf}/u)
  t.regex(message, /"\uFFFD\]52;c;aGk=\uFFFD \uFFFD two lines/)
  const quote = /"(.*)"/.exec(message)?.[1] ?? ''
  t.is([...quote].length, 300)
})

test('a key that the server repeats does not get into the sentence', async (t) => {
  const server = await serve(t, refuses(401, { message: 'unknown key sk-secret-1' }))

  const { message } = failureIn(await ask(server.url, { apiKey: 'sk-secret-1' }))

  t.false(message.includes('sk-secret-1'))
  t.true(message.includes('unknown key [key]'))
})

test('a short word in the place of a key does not tear the sentence apart', async (t) => {
  const server = await serve(t, refuses(401, { message: 'who is key?' }))

  const { message } = failureIn(await ask(server.url, { apiKey: 'key' }))

  t.true(message.includes('the key in ANTHROPIC_API_KEY (401, "who is key?")'))
})

test('a key that no header can carry is said, and nothing is sent', async (t) => {
  const server = await serve(t, replies('ok'))

  const failure = failureIn(await ask(server.url, { apiKey: 'sk secret', apiKeyEnv: 'MY_KEY' }))

  t.is(failure.code, 'unauthorized')
  t.regex(failure.message, /^The key in MY_KEY holds characters .*\.$/)
  t.false(failure.message.includes('secret'))
  t.is(server.requests.length, 0)
})
