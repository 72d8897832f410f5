import { getEventListeners } from 'node:events'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { anthropicCompletions } from '../../../../adapters/model/anthropic/anthropic-completions.js'
import type { LiveDelta } from '../../../../domain/reply.js'
import { ask, failureIn, replyIn, request, serve } from '../../../support/ask-loopback.js'
import {
  answersRaw,
  endsAfter,
  hangs,
  messageStart,
  refuses,
  replies,
  replyEvents,
  resetsAfter,
  silent,
  sse,
  streams,
} from '../../../support/loopback-behaviours.js'
import type { Behaviour } from '../../../support/loopback-model.js'

const patience = { firstByteTimeoutMs: 50_000, idleTimeoutMs: 50_000 }

/** Starts a request and gives the first text as a fact to wait for. */
const start = (baseURL: string, signal: AbortSignal) => {
  const deltas: LiveDelta[] = []
  let shown = () => {}
  const firstText = new Promise<void>((resolve) => {
    shown = resolve
  })
  const onDelta = (delta: LiveDelta) => {
    deltas.push(delta)
    if (delta.kind === 'text') shown()
  }
  const answer = anthropicCompletions({ baseURL, ...patience }).complete(request, onDelta, signal)()
  return { answer, deltas, firstText }
}

/** A reply without end. */
const endless: Behaviour = async (response) => {
  const [begin, open, piece] = replyEvents('text')
  await streams([begin ?? messageStart, ...(open === undefined ? [] : [open])])(response)
  const line = `event: content_block_delta\ndata: ${JSON.stringify(piece)}\n\n`
  while (!response.destroyed) {
    response.write(line)
    await new Promise(setImmediate)
  }
}

test('a signal that has aborted already sends nothing', async (t) => {
  const server = await serve(t, replies('ok'))

  const failure = failureIn(await ask(server.url, {}, AbortSignal.abort()))

  t.is(failure.code, 'aborted')
  t.false(failure.retryable)
  t.is(server.requests.length, 0)
})

test('a stop before the request leaves sends nothing', async (t) => {
  const server = await serve(t, replies('ok'))
  const stop = new AbortController()

  const { answer } = start(server.url, stop.signal)
  stop.abort()

  t.like(await answer, { left: { code: 'aborted' } })
  replyIn(await ask(server.url))
  t.is(server.requests.length, 1, 'the stopped request has left')
})

test('a stop while the headers are awaited closes the connection', async (t) => {
  const server = await serve(t, hangs)
  const stop = new AbortController()
  const { answer } = start(server.url, stop.signal)
  const arrived = await server.arrived(0)

  stop.abort()

  t.like(await answer, { left: { code: 'aborted' } })
  t.is(await arrived.over, 'client_closed')
})

test('a stop in the middle of the stream closes the connection and ends the deltas', async (t) => {
  const server = await serve(t, endless)
  const stop = new AbortController()
  const { answer, deltas, firstText } = start(server.url, stop.signal)
  await firstText

  stop.abort()
  const shown = deltas.length

  t.like(await answer, { left: { code: 'aborted' } })
  t.is(await server.requests[0]?.over, 'client_closed')
  await new Promise(setImmediate)
  t.is(deltas.length, shown)
})

/** A reply that comes all at once, so that only we can hold its rest back. */
const atOnce = (text: string): Behaviour =>
  answersRaw(
    replyEvents(text)
      .map((event) => sse(event))
      .join(''),
    { 'content-type': 'text/event-stream' },
  )

test('a stop out of a delta is heard before the next delta', async (t) => {
  const server = await serve(t, atOnce('a reply in many pieces'))
  const stop = new AbortController()
  const deltas: LiveDelta[] = []
  const onDelta = (delta: LiveDelta) => {
    deltas.push(delta)
    if (delta.kind === 'text') stop.abort()
  }

  const { complete } = anthropicCompletions({ baseURL: server.url, ...patience })
  const answer = await complete(request, onDelta, stop.signal)()
  // Whatever was under way gets its turn to do harm.
  await new Promise(setImmediate)

  t.like(answer, { left: { code: 'aborted' } })
  t.deepEqual(
    deltas.map((delta) => delta.kind),
    ['usage', 'text'],
  )
})

test('a stop out of the last delta is a stop', async (t) => {
  const server = await serve(t, atOnce('ok'))
  const stop = new AbortController()
  const onDelta = (delta: LiveDelta) => {
    if (delta.kind === 'usage' && delta.usage.output === 7) stop.abort()
  }

  const { complete } = anthropicCompletions({ baseURL: server.url, ...patience })

  t.like(await complete(request, onDelta, stop.signal)(), { left: { code: 'aborted' } })
})

test('a stop is answered although the fetch below never hears of it', async (t) => {
  const stop = new AbortController()
  const deaf = (() => {
    stop.abort()
    return new Promise(() => {})
  }) as typeof fetch

  const answer = await ask('http://127.0.0.1', { fetch: deaf }, stop.signal)

  t.is(failureIn(answer).code, 'aborted')
})

test('a stop after the answer changes nothing', async (t) => {
  const server = await serve(t, replies('ok'))
  const stop = new AbortController()
  const { answer, deltas } = start(server.url, stop.signal)
  const before = await answer
  const shown = deltas.length

  stop.abort()

  t.true(E.isRight(before))
  t.is(deltas.length, shown)
  t.is(await server.requests[0]?.over, 'sent')
})

test('an error thrown by the receiver of the deltas is a failure, not a rejection', async (t) => {
  const server = await serve(t, endless)
  const onDelta = () => {
    throw new Error('no room')
  }

  const { complete } = anthropicCompletions({ baseURL: server.url, ...patience })
  const answer = await complete(request, onDelta, new AbortController().signal)()

  t.like(answer, { left: { code: 'internal' } })
  t.is(await server.requests[0]?.over, 'client_closed')
})

test('a long-lived signal keeps no listener, however its requests end', async (t) => {
  const begun = replyEvents('ok').slice(0, 3)
  const ends = [replies('ok'), refuses(500), endsAfter(begun), resetsAfter(begun), silent]
  const server = await serve(t, ...[...ends, ...ends, ...ends])
  const { signal } = new AbortController()

  for (const _ of [...ends, ...ends, ...ends]) {
    await ask(server.url, { idleTimeoutMs: 500 }, signal)
  }

  t.is(server.requests.length, 15)
  t.is(getEventListeners(signal, 'abort').length, 0)
})

test('requests side by side do not disturb each other', async (t) => {
  const server = await serve(t, endless, replies('second'))
  const stop = new AbortController()
  const first = start(server.url, stop.signal)
  await first.firstText

  const second = replyIn(await ask(server.url))
  stop.abort()

  t.deepEqual(second.content, [{ type: 'text', text: 'second' }])
  t.like(await first.answer, { left: { code: 'aborted' } })
})
