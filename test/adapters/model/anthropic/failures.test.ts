import test from 'ava'
import { ask, failureIn, replyIn, serve } from '../../../support/ask-loopback.js'
import { type Expected, expectFailure } from '../../../support/expect-failure.js'
import {
  answersRaw,
  endsAfter,
  errorEvent,
  hangs,
  messageStart,
  pings,
  refuses,
  replyEvents,
  resets,
  resetsAfter,
  silent,
  streams,
} from '../../../support/loopback-behaviours.js'
import { loopbackModel } from '../../../support/loopback-model.js'

const begun = replyEvents('half a reply').slice(0, 4)
const stream = { 'content-type': 'text/event-stream' }
const html = { 'content-type': 'text/html; charset=utf-8' }
const fails = test.macro(expectFailure)

test(
  'an error event is named by its type: overloaded',
  fails,
  endsAfter([...begun, errorEvent('overloaded_error', 'Overloaded')]),
  { code: 'overloaded', retryable: true, says: ['"Overloaded"'] },
)
test(
  'an error event is named by its type: rate limit',
  fails,
  endsAfter([...begun, errorEvent('rate_limit_error', 'slow')]),
  { code: 'rate_limited', retryable: true, says: ['"slow"'] },
)
test(
  'an error event is named by its type: api error',
  fails,
  endsAfter([errorEvent('api_error', 'Internal')]),
  { code: 'server_error', retryable: true, says: ['api_error', '"Internal"'] },
)
test(
  'an error event is named by its type: invalid request',
  fails,
  endsAfter([...begun, errorEvent('invalid_request_error', 'odd')]),
  { code: 'invalid_request', retryable: false, says: ['"odd"'] },
)
test(
  'an error event of an unknown type is a fault of the server',
  fails,
  endsAfter([...begun, errorEvent('weather_error', 'rain')]),
  { code: 'server_error', retryable: true, says: ['weather_error'] },
)
test(
  'an error event without JSON is a fault of the server',
  fails,
  answersRaw('event: error\ndata: out of memory\n\n', stream),
  { code: 'server_error', retryable: true, says: ['"out of memory"'] },
)

test('a stream that ends before message_stop is cut', fails, endsAfter(begun), {
  code: 'truncated',
  retryable: true,
  says: ['before the reply was complete'],
})
test(
  'a stream that lacks only message_stop is cut',
  fails,
  endsAfter(replyEvents('ok').slice(0, -1)),
  { code: 'truncated', retryable: true, says: ['before the reply was complete'] },
)
test('a stream of pings only is cut', fails, pings(2, 1, []), {
  code: 'truncated',
  retryable: true,
  says: [],
})
test('a socket that dies in the stream is a reset', fails, resetsAfter(begun), {
  code: 'reset',
  retryable: true,
  says: ['check the network'],
})
test('a socket that dies before the headers is a reset', fails, resets, {
  code: 'reset',
  retryable: true,
  says: ['check the network'],
})
test('HTML with 200 is no stream', fails, answersRaw('<!doctype html>\n<p>hi\n', html), {
  code: 'not_a_stream',
  retryable: false,
  says: ['text/html', 'model.base_url'],
})
test(
  'JSON with 200 is no stream',
  fails,
  answersRaw('{"type":"message"}', { 'content-type': 'application/json' }),
  { code: 'not_a_stream', retryable: false, says: ['application/json'] },
)
test('an empty 200 is no stream', fails, answersRaw('', stream), {
  code: 'not_a_stream',
  retryable: false,
  says: ['nothing'],
})
test(
  'broken JSON in data is malformed',
  fails,
  answersRaw('event: message_start\ndata: {"type":\n\n', stream),
  { code: 'malformed', retryable: false, says: ['broken JSON'] },
)
test(
  'an event with wrong fields is malformed',
  fails,
  endsAfter([messageStart, { type: 'content_block_delta', index: 0 }]),
  { code: 'malformed', retryable: false, says: ['delta'] },
)
test(
  'a delta of a block that never opened is malformed',
  fails,
  endsAfter([messageStart, ...begun.slice(2)]),
  { code: 'malformed', retryable: false, says: ['before it was opened'] },
)

test('no headers is a first-byte time-out', fails, hangs, {
  code: 'first_byte_timeout',
  retryable: true,
  says: ['within 0.05 s', 'model.first_byte_timeout_ms'],
  options: { firstByteTimeoutMs: 50 },
})
const shortIdle = { idleTimeoutMs: 50 }
const idle: Expected = {
  code: 'idle',
  retryable: true,
  says: ['for 0.05 s', 'model.idle_timeout_ms'],
  options: shortIdle,
}
test('silence after the headers is idle', fails, silent, idle)
test('silence in the middle of the reply is idle', fails, streams(begun), idle)
test(
  'a refusal whose body never ends is idle',
  fails,
  (response) => {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.write('{"type":')
  },
  idle,
)

test('pings are life: a reply after many of them is no time-out', async (t) => {
  const server = await serve(t, pings(50, 100, replyEvents('at last')))

  const reply = replyIn(await ask(server.url, { idleTimeoutMs: 4000 }))

  t.deepEqual(reply.content, [{ type: 'text', text: 'at last' }])
})

test('a client that gives up on silence closes the connection', async (t) => {
  const server = await serve(t, silent)

  await ask(server.url, shortIdle)

  t.is(await server.requests[0]?.over, 'client_closed')
})

test(
  'a response without end is cut off at its limit',
  fails,
  async (response) => {
    response.writeHead(200, stream)
    while (!response.destroyed) {
      await new Promise<unknown>((flushed) =>
        response.write(`: ${' '.repeat(1_000_000)}\n`, flushed),
      )
      await new Promise(setImmediate)
    }
  },
  { code: 'malformed', retryable: false, says: ['too many bytes'] },
)

test('the request id of a refusal and of a cut stream is kept', async (t) => {
  const server = await serve(t, refuses(500), async (response) => {
    await streams(begun, { headers: { 'request-id': 'req_2' } })(response)
    response.end()
  })

  t.is(failureIn(await ask(server.url)).requestId, 'req_1')
  t.is(failureIn(await ask(server.url)).requestId, 'req_2')
})

test('a server that does not run is unreachable, by its address', async (t) => {
  const server = await loopbackModel([hangs])
  await server.close()

  const failure = failureIn(await ask(server.url))

  t.is(failure.code, 'unreachable')
  t.true(failure.retryable)
  t.true(failure.message.includes(`${server.url} cannot be reached (ECONNREFUSED)`))
})

const noAddress = test.macro({
  title: (_, address: string) => `${address} cannot be used as an address`,
  exec: async (t, address: string) => {
    const failure = failureIn(await ask(address))

    t.is(failure.code, 'unreachable')
    t.false(failure.retryable)
    t.regex(failure.message, /cannot be used as an address: model.base_url in the manifest/)
    t.false(failure.message.includes('secret'))
  },
})
test(noAddress, 'api.anthropic.com')
test(noAddress, 'file:///etc')
test(noAddress, 'https://me:secret@127.0.0.1')
