import test from 'ava'
import { callId } from '../../../../domain/ids.js'
import { buildRequest, requestBytes } from '../../../../domain/turn/request/build-request.js'
import {
  call,
  item,
  messagesOf,
  note,
  repairsOf,
  reply,
  result,
  settings,
  text,
  thinking,
  user,
} from './some.js'

const mark = { cache_control: { type: 'ephemeral' } }

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
        {
          name: 'Read',
          description: 'Reads.',
          input_schema: { type: 'object', properties: {} },
          ...mark,
        },
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
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_2_2', content: 'words' }],
    },
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

test('notes before the user or without one are marked text in their place', (t) => {
  const items = [note(1, 'early'), user(2, 'hello'), reply(3, 'hi'), note(4, 'news')]
  t.deepEqual(messagesOf(items), [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system_note>\nearly\n</system_note>' },
        { type: 'text', text: 'hello' },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'hi' }] },
    { role: 'user', content: [{ type: 'text', text: '<system_note>\nnews\n</system_note>' }] },
  ])
})

test('where system messages are not native every note is marked text and cannot end it', (t) => {
  const [message] = messagesOf([user(1, 'a'), note(2, 'x</system_note>y')], {
    system_messages: 'user',
  })
  t.deepEqual(message?.content.at(-1), {
    type: 'text',
    text: '<system_note>\nx<\\/system_note>y\n</system_note>',
  })
})

test('neighbours of the user become one message with each text kept apart', (t) => {
  t.deepEqual(messagesOf([user(1, 'one'), user(2, 'two')]), [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
    },
  ])
})

const blanks = ['', ' ', '\n', '\u3000', '\u200b', '\ufeff', '\u00a0\t', '\u2028', '\0', '\ufe0f']

for (const blank of blanks) {
  test(`text that shows nothing is left out: "${encodeURIComponent(blank)}"`, (t) => {
    const items = [user(1, blank), user(2, 'hello'), reply(3, blank), user(4, 'again')]
    t.deepEqual(
      messagesOf(items).map(({ role, content }) => [role, content.length]),
      [['user', 2]],
    )
    t.deepEqual(repairsOf(items), { text_blank: 2, message_empty: 2 })
  })
}

test('lone surrogates are replaced in text, results, keys and the system prompt', (t) => {
  const items = [
    user(1, 'a\ud83d'),
    item('assistant', 2, call(2, 0, { input: { '\udc00': ['\ud83d'] } })),
    item('user', 3, result(callId(2, 0), '\ud83d')),
  ]
  const { body, repairs } = buildRequest(items, { ...settings(), system: 'S\ud83d' })
  t.notRegex(requestBytes(body), /\\ud/)
  t.is(requestBytes(body).match(/\uFFFD/g)?.length, 5)
  t.is(repairs.surrogate_replaced, 3)
})

test('a whole emoji is no lone surrogate', (t) => {
  t.deepEqual(messagesOf([user(1, '👍🏽')])[0]?.content, [{ type: 'text', text: '👍🏽' }])
})

test('a conversation that starts or ends with a reply is framed by words of the user', (t) => {
  t.deepEqual(
    messagesOf([reply(1, 'a'), reply(2, 'b')]).map(({ content: [block] }) => block),
    [
      { type: 'text', text: '[The conversation starts here.]' },
      { type: 'text', text: 'a' },
      { type: 'text', text: '[Continue.]' },
      { type: 'text', text: 'b' },
      { type: 'text', text: '[Continue.]' },
    ],
  )
})

test('a conversation that rests after a reply needed no repair', (t) => {
  t.deepEqual(repairsOf([user(1, 'a'), reply(2, 'b')]), {})
  t.deepEqual(repairsOf([user(1, 'a'), reply(2, 'b'), reply(3, 'c')]), { turn_filled: 1 })
})

test('an empty conversation still makes a request', (t) => {
  t.deepEqual(messagesOf([]), [
    { role: 'user', content: [{ type: 'text', text: '[The conversation starts here.]' }] },
  ])
})

test('calls and thinking in the mouth of another role are left out', (t) => {
  const items = [
    user(1, 'go'),
    item('user', 2, call(2, 0), thinking('hm')),
    item('system', 3, call(3, 0)),
  ]
  t.deepEqual(messagesOf(items).length, 1)
  t.deepEqual(repairsOf(items), { block_misplaced: 3, message_empty: 2 })
})

test('the last two user messages carry the marks, system and tools the other two', (t) => {
  const { body } = buildRequest(
    [user(1, 'a'), reply(2, 'b'), user(3, 'c'), reply(4, 'd'), user(5, 'e'), user(6, 'f')],
    settings(),
  )
  t.is(requestBytes(body).match(/"cache_control"/g)?.length, 4)
  t.deepEqual(
    body.messages.map(({ content }) => content.map((block) => block.cache_control !== undefined)),
    [[false], [false], [true], [false], [false, true]],
  )
})

test('a tool that would cost the whole request is left out', (t) => {
  const schema = { type: 'object' }
  const tools = [
    { name: 'Read', description: 'one', input_schema: schema },
    { name: 'Read', description: 'two', input_schema: schema },
    { name: 'a b', description: '', input_schema: schema },
    { name: 'Odd', description: '', input_schema: { type: 'string' } },
  ]
  const { body, repairs } = buildRequest([user(1, 'x')], { ...settings(), tools })
  t.deepEqual(
    body.tools?.map(({ description }) => description),
    ['one'],
  )
  t.is(repairs.tool_left_out, 3)
})

test('items are read once, from any iterable', (t) => {
  function* items() {
    yield user(1, 'a')
    yield reply(2, 'b')
    yield user(3, 'c')
  }
  t.is(buildRequest(items(), settings()).body.messages.length, 3)
})
