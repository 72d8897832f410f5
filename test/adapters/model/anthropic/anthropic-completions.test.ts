import { createHash } from 'node:crypto'
import test from 'ava'
import {
  ask,
  type LoopbackOptions,
  replyIn,
  request,
  serve,
} from '../../../support/ask-loopback.js'
import {
  messageDelta,
  messageStart,
  replies,
  replyEvents,
  streams,
} from '../../../support/loopback-behaviours.js'
import type { Behaviour } from '../../../support/loopback-model.js'

test('a reply holds text, thinking, hidden thinking and calls as they were sent', async (t) => {
  const blocks = [
    { type: 'thinking', thinking: 'Let me think.', signature: 'c2ln' },
    { type: 'redacted_thinking', data: 'b3BhcXVl' },
    { type: 'text', text: 'I read it.' },
    { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { path: '日本.txt' } },
  ] as const
  const server = await serve(t, replies(blocks, { headers: { 'request-id': 'req_9' } }))

  const { thinking_ms: thinkingMs, ...reply } = replyIn(await ask(server.url))

  t.true(Number.isInteger(thinkingMs))
  t.deepEqual(reply, {
    content: blocks,
    stop_reason: 'tool_use',
    usage: { input: 10, output: 7, cache_read: 3, cache_write: 5 },
    model: 'loopback-1',
    request_id: 'req_9',
  })
})

test('the bytes that leave are the JSON text of the request', async (t) => {
  const server = await serve(t, replies('ok'))

  await ask(server.url)

  const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
  const [received] = server.requests
  t.is(received?.method, 'POST')
  t.is(received?.path, '/v1/messages')
  t.is(sha(received?.body ?? ''), sha(JSON.stringify(request)))
})

test('a base address may have a path and end in a slash', async (t) => {
  const server = await serve(t, replies('ok'))

  replyIn(await ask(`${server.url}/gateway/`))

  t.is(server.requests[0]?.path, '/gateway/v1/messages')
})

const headersSent = test.macro({
  title: (_, options: object, expected: object) =>
    `with ${JSON.stringify(options)} the headers hold ${JSON.stringify(expected)}`,
  exec: async (t, options: LoopbackOptions, expected: Record<string, unknown>) => {
    const server = await serve(t, replies('ok'))

    await ask(server.url, options)

    const headers = server.requests[0]?.headers ?? {}
    const sent = {
      authorization: headers.authorization,
      'x-api-key': headers['x-api-key'],
      'anthropic-version': headers['anthropic-version'],
    }
    t.deepEqual(JSON.parse(JSON.stringify(sent)), expected)
  },
})
const [now, old] = ['2026-10-21', '2023-06-01']
test(headersSent, {}, { 'anthropic-version': now })
test(headersSent, { apiKey: ' ' }, { 'anthropic-version': now })
test(headersSent, { wire: old }, { 'anthropic-version': old })
test(headersSent, { apiKey: 'k1' }, { authorization: 'Bearer k1', 'anthropic-version': now })
test(headersSent, { apiKey: 'k1\n' }, { authorization: 'Bearer k1', 'anthropic-version': now })
test(
  headersSent,
  { apiKey: 'k1', wire: now },
  { authorization: 'Bearer k1', 'anthropic-version': now },
)
test(headersSent, { apiKey: 'k1', wire: old }, { 'x-api-key': 'k1', 'anthropic-version': old })

const framed = test.macro({
  title: (name) => `a stream with ${name} gives the same reply and the same deltas`,
  exec: async (t, framing: Parameters<typeof replies>[1]) => {
    const blocks = [
      { type: 'text', text: 'naïve 日本語 😀 e\u0301' },
      { type: 'tool_use', id: 'toolu_1', name: 'Write', input: { text: 'a\r\nb\u2028😀' } },
    ] as const
    const server = await serve(t, replies(blocks), replies(blocks, framing))

    const [plain, other] = [await ask(server.url), await ask(server.url)]

    t.deepEqual(replyIn(other), replyIn(plain))
    t.deepEqual(other.deltas, plain.deltas)
    t.deepEqual(replyIn(plain).content, blocks)
  },
})
test('CRLF', framed, { newline: '\r\n' })
test('pieces of three bytes', framed, { pieceBytes: 3 })
test('CRLF in pieces of one byte', framed, { newline: '\r\n', pieceBytes: 1 })
test('a pause before each event', framed, { pauseMs: 5 })

test('unknown events, unknown blocks, pings and unnamed data are passed over', async (t) => {
  const [start, ...rest] = replyEvents('ok')
  const odd = [
    { type: 'ping' },
    { type: 'message_mood', mood: 'good' },
    { type: 'content_block_start', index: 9, content_block: { type: 'hologram', data: 1 } },
    { type: 'content_block_delta', index: 9, delta: { type: 'light_delta', watts: 3 } },
    { type: 'content_block_stop', index: 9 },
  ]
  const server = await serve(t, async (response) => {
    await streams([start ?? messageStart, ...odd])(response)
    response.write('data: {"type":"message_stop"}\n\n: a comment\n\n')
    await Promise.all(
      rest.map((e) => response.write(`event: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`)),
    )
    response.end()
  })

  const { answer, deltas } = await ask(server.url)

  t.deepEqual(replyIn({ answer, deltas }).content, [{ type: 'text', text: 'ok' }])
})

test('deltas come in order: usage, text, call, arguments, usage', async (t) => {
  const server = await serve(
    t,
    replies([
      { type: 'text', text: 'Reading' },
      { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { p: 1 } },
    ]),
  )

  const { deltas } = await ask(server.url)

  const usage = { input: 10, output: 1, cache_read: 3, cache_write: 5 }
  t.deepEqual(deltas, [
    { kind: 'usage', usage },
    { kind: 'text', block: 0, text: 'Read' },
    { kind: 'text', block: 0, text: 'ing' },
    { kind: 'tool_call', block: 1, call: 'toolu_1', name: 'Read' },
    { kind: 'tool_args', block: 1, call: 'toolu_1', text: '{"p"' },
    { kind: 'tool_args', block: 1, call: 'toolu_1', text: ':1}' },
    { kind: 'usage', usage: { ...usage, output: 7 } },
  ])
})

test('a whole reply is given although the server keeps the connection open', async (t) => {
  const server = await serve(t, streams(replyEvents('ok')))

  const reply = replyIn(await ask(server.url))

  t.deepEqual(reply.content, [{ type: 'text', text: 'ok' }])
  t.is(await server.requests[0]?.over, 'client_closed')
})

test('a whole reply stays one when its connection then breaks', async (t) => {
  const server = await serve(t, async (response) => {
    await streams(replyEvents('ok'))(response)
    response.destroy()
  })

  t.deepEqual(replyIn(await ask(server.url)).content, [{ type: 'text', text: 'ok' }])
})

test('the connection of a finished reply serves later requests', async (t) => {
  const ports: Array<number | undefined> = []
  const notes: Behaviour = (response, received) => {
    ports.push(response.socket?.remotePort)
    return replies('ok')(response, received)
  }
  const server = await serve(t, notes)

  for (const _ of Array(10)) replyIn(await ask(server.url))

  t.is(ports.length, 10)
  t.true(new Set(ports).size < ports.length, 'a new connection for every request')
})

test('fifty thousand deltas arrive whole and in order', async (t) => {
  const count = 50_000
  const texts = Array.from({ length: count }, (_, index) => `${index} `)
  const events = [
    messageStart,
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...texts.map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    })),
    messageDelta('end_turn'),
    { type: 'message_stop' },
  ]
  const all = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  const server = await serve(t, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(all.join(''))
  })

  const { answer, deltas } = await ask(server.url)

  const shown = deltas.flatMap((delta) => (delta.kind === 'text' ? [delta.text] : []))
  t.deepEqual(shown, texts)
  t.deepEqual(replyIn({ answer, deltas }).content, [{ type: 'text', text: texts.join('') }])
})
