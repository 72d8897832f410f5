import test from 'ava'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Accumulator,
  accumulate,
  emptyAccumulator,
  replyOf,
} from '../../../../adapters/model/anthropic/accumulator.js'
import type { LiveDelta, Reply } from '../../../../domain/reply.js'
import { ask, replyIn } from '../../../support/ask-loopback.js'
import {
  messageDelta,
  messageStart,
  messageStop,
  replyEvents,
  type WireBlock,
  type WireEvent,
} from '../../../support/loopback-behaviours.js'
import { fcOptions } from '../../../support/rounds.js'

type Folded = { readonly state: Accumulator; readonly deltas: ReadonlyArray<LiveDelta> }

const fold = (events: ReadonlyArray<unknown>): Folded => {
  const deltas: LiveDelta[] = []
  let state = emptyAccumulator
  for (const event of events) {
    const step = accumulate(event, state)
    if (E.isLeft(step)) throw new Error(step.left)
    state = step.right.state
    deltas.push(...step.right.deltas)
  }
  return { state, deltas }
}

const replyFrom = (events: ReadonlyArray<unknown>): Reply => replyOf(fold(events).state)

const opens = (index: number, content_block: object): WireEvent => ({
  type: 'content_block_start',
  index,
  content_block,
})
const grows = (index: number, delta: object): WireEvent => ({
  type: 'content_block_delta',
  index,
  delta,
})
const call = (index: number, ...json: ReadonlyArray<string>): ReadonlyArray<WireEvent> => [
  opens(index, { type: 'tool_use', id: `t${index}`, name: 'Bash', input: {} }),
  ...json.map((partial_json) => grows(index, { type: 'input_json_delta', partial_json })),
  { type: 'content_block_stop', index },
]
const text = (index: number, words: string): ReadonlyArray<WireEvent> => [
  opens(index, { type: 'text', text: '' }),
  grows(index, { type: 'text_delta', text: words }),
  { type: 'content_block_stop', index },
]
const message = (stopReason: string, ...blocks: ReadonlyArray<ReadonlyArray<WireEvent>>) => [
  messageStart,
  ...blocks.flat(),
  messageDelta(stopReason),
  messageStop,
]

test('a reply is complete with message_stop, and not before', (t) => {
  const events = message('end_turn', text(0, 'ok'))

  t.false(fold(events.slice(0, -1)).state.complete)
  t.true(fold(events).state.complete)
})

const inputs = test.macro({
  title: (what, json: ReadonlyArray<string>) => `arguments: ${what ?? JSON.stringify(json)}`,
  exec: (t, json: ReadonlyArray<string>, input: unknown, error?: RegExp) => {
    const [block] = replyFrom(message('tool_use', call(0, ...json))).content

    t.like(block, { type: 'tool_use', id: 't0', name: 'Bash' })
    const { input: parsed, input_error } = block as { input: unknown; input_error?: string }
    t.deepEqual(parsed, input)
    if (error === undefined) t.is(input_error, undefined)
    else t.regex(input_error ?? '', error)
  },
})
test(inputs, [], {})
test(inputs, [''], {})
test(inputs, [' ', '\n'], {})
test(inputs, ['{"a', '":[1,{"b":"\\u65e5"}]', '}'], { a: [1, { b: '日' }] })
test(inputs, ['{"a":1'], {}, /^The input of this call is not valid JSON: .+\.$/)
test(inputs, ['{"a":1} {'], {}, /not valid JSON/)
test(inputs, ['[1]'], {}, /^The input of this call is not a JSON object\.$/)
test(inputs, ['null'], {}, /not a JSON object/)
test(inputs, ['"text"'], {}, /not a JSON object/)
const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
test('64 levels', inputs, [nested(64)], JSON.parse(nested(64)))
test('65 levels', inputs, [nested(65)], {}, /has more than 64 levels/)
test('100,000 levels', inputs, [nested(100_000)], {}, /more than 64 levels/)
test(inputs, ['{"__proto__":{"x":1}}'], JSON.parse('{"__proto__":{"x":1}}'))

test('an input that comes whole with the start of its call counts', (t) => {
  const start = opens(0, { type: 'tool_use', id: 'a', name: 'Read', input: { path: 'x' } })

  t.like(replyFrom(message('tool_use', [start])), { content: [{ input: { path: 'x' } }] })
})

const cut = test.macro({
  title: (_, reason: string) => `a call cut off by ${reason} is left out`,
  exec: (t, reason: string) => {
    const blocks = [text(0, 'a'), call(1, '{"x":1}'), call(2, '{"x":')]

    const { content, stop_reason } = replyFrom(message(reason, ...blocks))

    t.is(stop_reason, reason)
    t.deepEqual(content, [
      { type: 'text', text: 'a' },
      { type: 'tool_use', id: 't1', name: 'Bash', input: { x: 1 } },
    ])
    t.deepEqual(replyFrom(message(reason, call(0))).content, [])
    t.deepEqual(replyFrom(message(reason, call(0, '{}'))).content, [])
  },
})
test(cut, 'max_tokens')
test(cut, 'model_context_window_exceeded')

test('text cut off by the limit stays, as far as it came', (t) => {
  const { content } = replyFrom(message('max_tokens', call(0, '{}'), text(1, 'half a sen')))

  t.deepEqual(content.at(-1), { type: 'text', text: 'half a sen' })
  t.is(content.length, 2)
})

const reasons = test.macro({
  title: (_, reason: string) => `the stop reason ${reason} is given as it came`,
  exec: (t, reason: string) => {
    t.is(replyFrom(message(reason, text(0, 'a'))).stop_reason, reason)
  },
})
test(reasons, 'end_turn')
test(reasons, 'max_tokens')
test(reasons, 'stop_sequence')
test(reasons, 'pause_turn')
test(reasons, 'refusal')
test(reasons, 'model_context_window_exceeded')
test(reasons, 'a_reason_of_tomorrow')

test('a stop reason that is missing follows from the blocks', (t) => {
  const unsaid = { type: 'message_delta', delta: {}, usage: null }

  t.is(replyFrom([messageStart, ...text(0, 'a'), unsaid, messageStop]).stop_reason, 'end_turn')
  t.is(replyFrom([messageStart, ...call(0), messageStop]).stop_reason, 'tool_use')
})

test('thinking keeps its text and its whole signature', (t) => {
  const thinking = [
    opens(0, { type: 'thinking', thinking: '', signature: '' }),
    grows(0, { type: 'thinking_delta', thinking: 'Hm' }),
    grows(0, { type: 'thinking_delta', thinking: 'm.' }),
    grows(0, { type: 'signature_delta', signature: 'ab' }),
    grows(0, { type: 'signature_delta', signature: 'cd' }),
  ]

  const { state, deltas } = fold(message('end_turn', thinking))

  t.deepEqual(replyOf(state).content, [{ type: 'thinking', thinking: 'Hmm.', signature: 'abcd' }])
  t.deepEqual(
    deltas.filter((delta) => delta.kind !== 'usage'),
    [
      { kind: 'thinking', block: 0, text: 'Hm' },
      { kind: 'thinking', block: 0, text: 'm.' },
    ],
  )
})

test('blocks that open with content show it', (t) => {
  const blocks = [
    [opens(0, { type: 'thinking', thinking: 'T', signature: 'S' })],
    [opens(1, { type: 'text', text: 'X' })],
  ]

  const { state, deltas } = fold(message('end_turn', ...blocks))

  t.deepEqual(replyOf(state).content, [
    { type: 'thinking', thinking: 'T', signature: 'S' },
    { type: 'text', text: 'X' },
  ])
  t.deepEqual(
    deltas.filter((delta) => delta.kind !== 'usage'),
    [
      { kind: 'thinking', block: 0, text: 'T' },
      { kind: 'text', block: 1, text: 'X' },
    ],
  )
})

test('a block of an unknown type takes no place among the blocks', (t) => {
  const odd = [
    opens(0, { type: 'hologram', text: 7, data: {} }),
    grows(0, { type: 'text_delta', text: 'not mine' }),
  ]

  const { state, deltas } = fold(message('end_turn', odd, text(1, 'mine')))

  t.deepEqual(replyOf(state).content, [{ type: 'text', text: 'mine' }])
  t.deepEqual(deltas[1], { kind: 'text', block: 0, text: 'mine' })
})

test('deltas of an unknown kind, or of another kind of block, change nothing', (t) => {
  const odd = [
    ...text(0, 'a').slice(0, 2),
    grows(0, { type: 'citations_delta', citation: {} }),
    grows(0, { type: 'input_json_delta', partial_json: '{' }),
    grows(0, { type: 'signature_delta', signature: 's' }),
  ]

  const { state, deltas } = fold(message('end_turn', odd))

  t.deepEqual(replyOf(state).content, [{ type: 'text', text: 'a' }])
  t.is(deltas.length, 3)
})

test('the last count of each kind of token is the one that counts', (t) => {
  const usage = { input_tokens: 40, cache_read_input_tokens: null, output_tokens: 9 }
  const delta = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }

  const reply = replyFrom([messageStart, delta, messageStop])

  t.deepEqual(reply.usage, { input: 40, output: 9, cache_read: 3, cache_write: 5 })
})

test('a server that counts nothing gives zeros', (t) => {
  const start = { type: 'message_start', message: { role: 'assistant', content: [] } }

  const reply = replyFrom([start, ...text(0, 'a'), messageStop])

  t.deepEqual(reply.usage, { input: 0, output: 0, cache_read: 0, cache_write: 0 })
})

const refused = test.macro({
  title: (_, what: string) => `${what} is an error in words`,
  exec: (t, _what: string, event: unknown, words: RegExp, before?: ReadonlyArray<WireEvent>) => {
    const step = accumulate(event, fold(before ?? [messageStart]).state)

    t.regex(E.isLeft(step) ? step.left : '', words)
  },
})
test(refused, 'a delta before its block', grows(3, { type: 'text_delta', text: '' }), /block 3/)
test(refused, 'a text delta without text', grows(0, { type: 'text_delta' }), /text/, [
  messageStart,
  ...text(0, 'a'),
])
test(refused, 'a call without a name', opens(0, { type: 'tool_use', id: 'a' }), /name/)
test(refused, 'an index that is text', { ...opens(0, { type: 'text' }), index: '0' }, /index/)
test(refused, 'a message_stop before message_start', messageStop, /before message_start/, [])

test('what is no event at all is passed over', (t) => {
  for (const odd of [null, 7, 'text', [], {}, { type: 1 }, { type: 'constructor' }]) {
    const { state, deltas } = fold([messageStart, odd])
    t.deepEqual(state, fold([messageStart]).state)
    t.is(deltas.length, 1)
  }
})

const json = fc.jsonValue({ maxDepth: 3 })
const wireBlock: fc.Arbitrary<WireBlock> = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'grapheme' }) }),
  fc.record({
    type: fc.constant('thinking'),
    thinking: fc.string({ unit: 'grapheme' }),
    signature: fc.base64String(),
  }),
  fc.record({ type: fc.constant('redacted_thinking'), data: fc.base64String() }),
  fc.record({
    type: fc.constant('tool_use'),
    id: fc.uuid(),
    name: fc.constant('Bash'),
    input: fc.dictionary(fc.string(), json),
  }),
) as fc.Arbitrary<WireBlock>
const wireBlocks = fc.array(wireBlock, { maxLength: 4 })

test('whatever the pieces, the deltas add up to the reply, and the reply is what was sent', (t) => {
  fc.assert(
    fc.property(wireBlocks, (blocks) => {
      const { state, deltas } = fold(replyEvents(blocks))
      const reply = replyOf(state)
      t.deepEqual(JSON.parse(JSON.stringify(reply.content)), JSON.parse(JSON.stringify(blocks)))
      for (const [block, sent] of blocks.entries()) {
        const shown = deltas.map((delta) =>
          (delta.kind === 'text' || delta.kind === 'thinking') && delta.block === block
            ? delta.text
            : '',
        )
        if (sent.type === 'text') t.is(shown.join(''), sent.text)
        if (sent.type === 'thinking') t.is(shown.join(''), sent.thinking)
      }
    }),
    fcOptions(),
  )
})

/** An in-process server that sends these bytes in these pieces. */
const fetchOf = (bytes: Buffer, cuts: ReadonlyArray<number>): typeof fetch => {
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b)
  const pieces = [...places, bytes.length].map((end, i) => bytes.subarray(places[i - 1] ?? 0, end))
  return async () =>
    new Response(ReadableStream.from(pieces) as ReadableStream<Uint8Array>, {
      headers: { 'content-type': 'text/event-stream' },
    })
}

const untimed = ({ thinking_ms: _, ...reply }: Reply) => reply

test('wherever the bytes are cut into packets, the reply is the same', async (t) => {
  const newline = fc.constantFrom('\n', '\r\n')
  await fc.assert(
    fc.asyncProperty(wireBlocks, fc.array(fc.nat()), newline, async (blocks, cuts, end) => {
      const lines = replyEvents(blocks).map(
        (event) => `event: ${event.type}${end}data: ${JSON.stringify(event)}${end}${end}`,
      )
      const bytes = Buffer.from(lines.join(''))
      const whole = await ask('http://127.0.0.1', { fetch: fetchOf(bytes, []) })
      const cut = await ask('http://127.0.0.1', { fetch: fetchOf(bytes, cuts) })
      t.deepEqual(untimed(replyIn(cut)), untimed(replyIn(whole)))
      t.deepEqual(cut.deltas, whole.deltas)
    }),
    fcOptions(),
  )
})
