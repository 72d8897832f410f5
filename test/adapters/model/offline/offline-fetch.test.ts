import Anthropic from '@anthropic-ai/sdk'
import test from 'ava'
import {
  type OfflineOptions,
  offlineFetch,
} from '../../../../adapters/model/offline/offline-fetch.js'
import { callId } from '../../../../domain/ids.js'
import type { Item } from '../../../../domain/turn/item.js'
import { offlineSeal } from '../../../../domain/turn/request/offline-seal.js'
import type { RequestBody } from '../../../../domain/turn/request-body.js'
import { call, item, reply, result, user } from '../../../domain/turn/request/some.js'
import { requestOf } from './some-request.js'

type Event = Anthropic.Messages.RawMessageStreamEvent

const sdk = (fetch: typeof globalThis.fetch) =>
  new Anthropic({ apiKey: 'x', baseURL: 'http://offline', fetch, maxRetries: 0, logLevel: 'off' })

const create = (client: Anthropic, body: RequestBody, signal?: AbortSignal) =>
  client.messages.create(
    body as unknown as Anthropic.Messages.MessageCreateParamsStreaming,
    signal === undefined ? {} : { signal },
  )

const eventsOf = async (
  options: OfflineOptions,
  items: ReadonlyArray<Item> = [user(1, 'hello')],
  model: object = {},
): Promise<ReadonlyArray<Event>> => {
  const client = sdk(offlineFetch({ delayMs: 0, ...options }))
  const events: Array<Event> = []
  for await (const event of await create(client, requestOf(items, model))) events.push(event)
  return events
}

const textIn = (events: ReadonlyArray<Event>): string =>
  events
    .flatMap((event) =>
      event.type === 'content_block_delta' && event.delta.type === 'text_delta'
        ? [event.delta.text]
        : [],
    )
    .join('')

const typesIn = (events: ReadonlyArray<Event>): ReadonlyArray<string> =>
  events.map(({ type }) => type)

test('the real client reads text, thinking and calls from the stream', async (t) => {
  const client = sdk(offlineFetch({ delayMs: 0 }))
  const body = requestOf([user(1, 'read "日本 語.txt"')], { thinking: { type: 'adaptive' } })
  const { stream, ...params } = body as unknown as Anthropic.Messages.MessageCreateParamsStreaming
  const message = await client.messages.stream(params).finalMessage()
  t.deepEqual(
    message.content.map(({ type }) => type),
    ['thinking', 'text', 'tool_use'],
  )
  const [thought, , use] = message.content
  t.like(use, {
    type: 'tool_use',
    id: 'toolu_offline_1',
    name: 'Read',
    input: { path: '日本 語.txt' },
  })
  t.is(
    thought?.type === 'thinking' && thought.signature,
    thought?.type === 'thinking' && offlineSeal(thought.thinking),
  )
  t.is(message.stop_reason, 'tool_use')
  t.is(stream, true)
})

test('call ids go on where the conversation left off', async (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0)),
    item('user', 3, result(callId(2, 0), 'a')),
    user(4, 'read b.txt'),
  ]
  const start = (await eventsOf({}, items)).find(
    (event) => event.type === 'content_block_start' && event.content_block.type === 'tool_use',
  )
  t.like(start, { content_block: { id: 'toolu_offline_2' } })
})

test('thinking that is to be omitted streams its signature alone', async (t) => {
  const events = await eventsOf({}, undefined, {
    thinking: { type: 'adaptive', display: 'omitted' },
  })
  const deltas = events.flatMap((event) =>
    event.type === 'content_block_delta' ? [event.delta] : [],
  )
  t.deepEqual(deltas[0], { type: 'signature_delta', signature: offlineSeal('') })
  t.false(deltas.some(({ type }) => type === 'thinking_delta'))
})

test('a prefix counts as written once and as read afterwards', async (t) => {
  const client = sdk(offlineFetch({ delayMs: 0 }))
  const items = [user(1, 'hello')]
  const usages: Array<Anthropic.Messages.Usage> = []
  for (const body of [
    requestOf(items),
    requestOf(items),
    requestOf([...items, reply(2, 'hi'), user(3, 'help')]),
  ]) {
    for await (const event of await create(client, body)) {
      if (event.type === 'message_start') usages.push(event.message.usage)
    }
  }
  const [first, second, third] = usages
  t.is(first?.cache_read_input_tokens, 0)
  t.true((first?.cache_creation_input_tokens ?? 0) > 100)
  t.is(second?.cache_read_input_tokens, first?.cache_creation_input_tokens)
  t.is(second?.cache_creation_input_tokens, 0)
  t.is(third?.cache_read_input_tokens, first?.cache_creation_input_tokens)
  t.true((third?.cache_creation_input_tokens ?? 0) > 0)
})

test('a refused request is an error of its class, and takes nothing from the script', async (t) => {
  const client = sdk(offlineFetch({ delayMs: 0, script: [{ text: 'mine' }] }))
  const body = requestOf([user(1, 'hello')])
  const error = await t.throwsAsync(create(client, { ...body, messages: [] }), {
    instanceOf: Anthropic.BadRequestError,
  })
  t.is(error?.type, 'invalid_request_error')
  t.is(error?.requestID, 'req_offline_1')
  const events: Array<Event> = []
  for await (const event of await create(client, body)) events.push(event)
  t.is(textIn(events), 'mine')
})

test('another path, another method and a body that is no JSON are refused', async (t) => {
  const fetch = offlineFetch()
  t.is((await fetch('http://offline/v1/models', { method: 'POST' })).status, 404)
  t.is((await fetch('http://offline/v1/messages')).status, 405)
  const response = await fetch('http://offline/v1/messages', { method: 'POST', body: '{' })
  t.is(response.status, 400)
  t.like(await response.json(), { type: 'error', error: { type: 'invalid_request_error' } })
})

test('a request above the size limit is told so', async (t) => {
  const body = ' '.repeat(32 * 1024 * 1024 + 1)
  const response = await offlineFetch()('http://offline/v1/messages', { method: 'POST', body })
  t.is(response.status, 413)
  t.like(await response.json(), { error: { type: 'request_too_large' } })
})

test('the script answers in order, then the rules do', async (t) => {
  const client = sdk(
    offlineFetch({
      delayMs: 0,
      script: [{ text: 'one' }, { text: 'two', stop_reason: 'max_tokens' }],
    }),
  )
  const texts: Array<string> = []
  const stops: Array<string | null> = []
  for (const _ of [1, 2, 3]) {
    const events: Array<Event> = []
    for await (const event of await create(client, requestOf([user(1, 'thanks')])))
      events.push(event)
    texts.push(textIn(events))
    stops.push(
      ...events.flatMap((event) =>
        event.type === 'message_delta' ? [event.delta.stop_reason] : [],
      ),
    )
  }
  t.deepEqual(texts.slice(0, 2), ['one', 'two'])
  t.regex(texts[2] ?? '', /You are welcome/)
  t.deepEqual(stops, ['end_turn', 'max_tokens', 'end_turn'])
})

test('a pace alone lets the rules answer', async (t) => {
  t.regex(textIn(await eventsOf({ script: [{ delay_ms: 0 }] })), /Hello! Ask me/)
})

test('a scripted error has its status, type and retry-after', async (t) => {
  const error = { status: 429, type: 'rate_limit_error', message: 'Slow down', retry_after: 7 }
  const thrown = await t.throwsAsync(eventsOf({ script: [{ error }] }), {
    instanceOf: Anthropic.RateLimitError,
  })
  t.is(thrown?.type, 'rate_limit_error')
  t.is(thrown?.headers?.get('retry-after'), '7')
})

test('a scripted error event breaks the stream behind so many pieces', async (t) => {
  const error_event = { type: 'overloaded_error', message: 'Overloaded' }
  const client = sdk(
    offlineFetch({ delayMs: 0, script: [{ text: 'a b c', error_event, after: 2 }] }),
  )
  const events: Array<Event> = []
  await t.throwsAsync(
    async () => {
      for await (const event of await create(client, requestOf([user(1, 'x')]))) events.push(event)
    },
    { instanceOf: Anthropic.APIError, message: /Overloaded/ },
  )
  t.is(textIn(events), 'a b')
})

test('a cut stream ends after its pieces, and never with message_stop', async (t) => {
  const events = await eventsOf({ script: [{ text: 'a b c', cut: 2 }] })
  t.is(textIn(events), 'a b')
  t.false(typesIn(events).includes('message_delta'))
  const whole = await eventsOf({ script: [{ text: 'a b c', cut: 99 }] })
  t.is(textIn(whole), 'a b c')
  t.false(typesIn(whole).includes('message_stop'))
})

test('a reset stream fails after its pieces', async (t) => {
  await t.throwsAsync(eventsOf({ script: [{ text: 'a b c', reset: 1 }] }), {
    instanceOf: TypeError,
    message: 'terminated',
  })
})

test('a page instead of a stream gives no event', async (t) => {
  t.deepEqual(await eventsOf({ script: [{ html: true }] }), [])
  const response = await offlineFetch({ script: [{ html: true }] })('http://offline/v1/messages', {
    method: 'POST',
    body: JSON.stringify(requestOf([user(1, 'x')])),
  })
  t.is(response.status, 200)
  t.regex(await response.text(), /^<!doctype html>/)
})

test('raw lines go out as they are', async (t) => {
  const raw = ['event: message_stop', 'data: {"type":"message_stop"}', '']
  t.deepEqual(await eventsOf({ script: [{ raw }] }), [{ type: 'message_stop' }])
})

test('a reply of nothing is a whole message without content', async (t) => {
  const events = await eventsOf({ script: [{ stop_reason: 'refusal' }] })
  t.deepEqual(typesIn(events), ['message_start', 'message_delta', 'message_stop'])
})

test('a long reply comes in at most 200 pieces and loses nothing', async (t) => {
  const text = Array.from({ length: 5000 }, (_, n) => `word${n}👍\n`).join(' ') + '  '
  const events = await eventsOf({ script: [{ text }] })
  t.is(textIn(events), text)
  t.true(typesIn(events).filter((type) => type === 'content_block_delta').length <= 200)
})

const hanging = {
  'before the headers': { hang: 'headers' },
  'before the first byte': { hang: 'first_byte' },
  'in the middle': { text: 'a b c', hang: 'mid', after: 2 },
  'between slow pieces': { text: 'a b c', delay_ms: 3_600_000 },
} as const

for (const [where, entry] of Object.entries(hanging)) {
  test(`an abort ends a stream that hangs ${where}`, async (t) => {
    const stop = new AbortController()
    const fetch = offlineFetch({ delayMs: 0, script: [entry] })
    const body = JSON.stringify(requestOf([user(1, 'x')]))
    const read = async () => {
      const init = { method: 'POST', body, signal: stop.signal }
      const response = await fetch('http://offline/v1/messages', init)
      return await response.text()
    }
    const reading = read()
    setImmediate(() => stop.abort())
    await t.throwsAsync(reading, { any: true, name: 'AbortError' })
  })
}

test('the real client is released by an abort in the middle', async (t) => {
  const stop = new AbortController()
  const client = sdk(
    offlineFetch({ delayMs: 0, script: [{ text: 'a b c', hang: 'mid', after: 2 }] }),
  )
  const events: Array<Event> = []
  for await (const event of await create(client, requestOf([user(1, 'x')]), stop.signal)) {
    events.push(event)
    if (textIn(events) === 'a b') stop.abort()
  }
  t.is(textIn(events), 'a b')
})

test('an aborted signal keeps a request from being made', async (t) => {
  const fetch = offlineFetch({ script: [{ text: 'mine' }] })
  await t.throwsAsync(
    fetch('http://offline/v1/messages', { method: 'POST', signal: AbortSignal.abort() }),
    { any: true, name: 'AbortError' },
  )
})

test('a reader that leaves ends a hanging stream', async (t) => {
  const fetch = offlineFetch({ delayMs: 0, script: [{ hang: 'first_byte' }] })
  const response = await fetch('http://offline/v1/messages', {
    method: 'POST',
    body: JSON.stringify(requestOf([user(1, 'x')])),
  })
  await t.notThrowsAsync(response.body?.cancel() ?? Promise.reject(new Error('no body')))
})
