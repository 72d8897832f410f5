import test from 'ava'
import { callId } from '../../../../domain/ids.js'
import type { Item } from '../../../../domain/turn/item.js'
import type { RequestMessage } from '../../../../domain/turn/request-body.js'
import { buildRequest, requestBytes } from '../../../../domain/turn/request/build-request.js'
import { call, item, note, reply, result, settings, text, thinking, user } from './some.js'

const mark = { cache_control: { type: 'ephemeral' } }

const messagesOf = (items: ReadonlyArray<Item>, model = {}): ReadonlyArray<RequestMessage> =>
  buildRequest(items, settings(model)).body.messages.map((message) => ({
    role: message.role,
    content: message.content.map(({ cache_control, ...block }) => block as never),
  }))

const repairsOf = (items: ReadonlyArray<Item>, model = {}): object =>
  Object.fromEntries(
    Object.entries(buildRequest(items, settings(model)).repairs).filter(([, count]) => count > 0),
  )

test('a first request carries everything in its fixed key order', (t) => {
  const { body } = buildRequest(
    [user(1, 'hello')],
    settings({ thinking: { type: 'adaptive' }, effort: 'low' }),
  )
  t.is(
    requestBytes(body),
    JSON.stringify({
      model: 'some-model',
      max_tokens: 1000,
      system: [{ type: 'text', text: 'You are yoi.', ...mark }],
      tools: [
        { name: 'Bash', description: 'Runs.', input_schema: { type: 'object', properties: {} } },
        { name: 'Read', description: 'Reads.', input_schema: { type: 'object', properties: {} }, ...mark },
      ],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hello', ...mark }] }],
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
      stream: true,
    }),
  )
})

test('what is not set is not in the request', (t) => {
  const { body } = buildRequest([user(1, 'hi')], { ...settings(), system: ' ', tools: [] })
  t.deepEqual(Object.keys(body), ['model', 'max_tokens', 'messages', 'stream'])
})

test('a whole round needs no repair', (t) => {
  const items = [
    user(1, 'read'),
    item('assistant', 2, thinking('hm'), text('I read.'), call(2, 2)),
    item('user', 3, result(callId(2, 2), 'words')),
  ]
  t.deepEqual(messagesOf(items).slice(1), [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'seal' },
        { type: 'text', text: 'I read.' },
        { type: 'tool_use', id: 'toolu_2_2', name: 'Read', input: { file_path: '/a' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_2_2', content: 'words' }] },
  ])
  t.deepEqual(repairsOf(items), {})
})

test('notes behind the user are a system message', (t) => {
  const items = [user(1, 'one'), note(2, 'n1'), note(3, 'n2'), reply(4, 'two'), user(5, 'three')]
  t.deepEqual(
    messagesOf(items).map(({ role, content }) => [role, content.length]),
    [
      ['user', 1],
      ['system', 2],
      ['assistant', 1],
      ['user', 1],
    ],
  )
})
