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

test('where system messages are not native every note is marked text, and cannot end its mark', (t) => {
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

test('results come right behind their reply, in call order, before what was said later', (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0), call(2, 1)),
    note(3, 'stopped'),
    item('user', 4, result(callId(2, 1), 'second')),
    user(5, 'go on'),
    item('user', 6, result(callId(2, 0), 'first')),
  ]
  const last = messagesOf(items).at(-1)
  t.deepEqual(
    last?.content.map((block) => ('content' in block ? block.content : block.type)),
    ['first', 'second', 'text', 'text'],
  )
  t.deepEqual(repairsOf(items), { result_moved: 2 })
})

test('parallel results that came in another order are no repair', (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0), text('and'), call(2, 2)),
    item('user', 3, result(callId(2, 2), 'b')),
    item('user', 4, result(callId(2, 0), 'a')),
  ]
  t.deepEqual(repairsOf(items), {})
})

test('a call in the middle that lost its result gets one there', (t) => {
  const items = [user(1, 'go'), item('assistant', 2, call(2, 0)), user(3, 'on'), reply(4, 'ok'), user(5, 'x')]
  t.deepEqual(messagesOf(items)[2], {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'toolu_2_0',
        content: '[No result was recorded]',
        is_error: true,
      },
      { type: 'text', text: 'on' },
    ],
  })
  t.deepEqual(repairsOf(items), { result_missing: 1 })
})

test('of doubled results the first wins, and results of no call are dropped', (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0)),
    item('user', 3, result(callId(2, 0), 'first')),
    ...Array.from({ length: 100 }, (_, n) => item('user', 4 + n, result(callId(2, 0), 'again'))),
    item('user', 200, result(callId(9, 9), 'whose?')),
  ]
  t.deepEqual(messagesOf(items).at(-1)?.content, [
    { type: 'tool_result', tool_use_id: 'toolu_2_0', content: 'first' },
  ])
  t.deepEqual(repairsOf(items), { result_doubled: 100, result_orphaned: 1 })
})

test('two replies with calls and no result between them are answered each by itself', (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0)),
    item('assistant', 3, call(3, 0)),
    item('user', 4, result(callId(3, 0), 'b'), result(callId(2, 0), 'a')),
  ]
  t.deepEqual(
    messagesOf(items).map(({ role, content }) => [role, content.length]),
    [
      ['user', 1],
      ['assistant', 1],
      ['user', 1],
      ['assistant', 1],
      ['user', 1],
    ],
  )
})

test("a provider's id that is doubled or unfit is replaced, and the result follows its call", (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0, { id: 'same' })),
    item('user', 3, result(callId(2, 0), 'a')),
    item('assistant', 4, call(4, 0, { id: 'same' }), call(4, 1, { id: 'föö' }), call(4, 2, { id: 'call_4_0' })),
    item('user', 5, result(callId(4, 0), 'b'), result(callId(4, 1), 'c'), result(callId(4, 2), 'd')),
  ]
  t.deepEqual(
    messagesOf(items)
      .flatMap(({ content }) => content)
      .map((block) => ('id' in block ? block.id : 'tool_use_id' in block ? block.tool_use_id : '')),
    ['', 'same', 'same', 'call_4_0', 'call_4_1', 'call_4_2', 'call_4_0', 'call_4_1', 'call_4_2'],
  )
  t.deepEqual(repairsOf(items), { wire_id_replaced: 3 })
})

test('an id made for a call steps aside for one that is used already', (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0, { id: 'call_2_1' }), call(2, 1, { id: '' })),
    item('user', 3, result(callId(2, 0), 'a'), result(callId(2, 1), 'b')),
  ]
  const ids = messagesOf(items)[1]?.content.map((block) => 'id' in block && block.id)
  t.deepEqual(ids, ['call_2_1', 'call_2_1_2'])
})

test('the input of a call is an object, and {} where it could not be parsed', (t) => {
  const deep: object = Array.from({ length: 100 }).reduce<object>((inner) => ({ inner }), {})
  const items = [
    user(1, 'go'),
    item(
      'assistant',
      2,
      call(2, 0, { input: '{"a', input_error: 'Unexpected end' }),
      call(2, 1, { input: [1] }),
      call(2, 2, { input: deep }),
      call(2, 3, { input: undefined }),
    ),
  ]
  const inputs = messagesOf(items)[1]?.content.map((block) => 'input' in block && block.input)
  t.deepEqual(inputs, [{}, {}, {}, {}])
  t.deepEqual(repairsOf(items), { input_replaced: 3, result_missing: 4 })
})

test('a name that no tool can have is made fit', (t) => {
  const items = [user(1, 'go'), item('assistant', 2, call(2, 0, { name: 'r m/-é' }), call(2, 1, { name: '' }))]
  const names = messagesOf(items)[1]?.content.map((block) => 'name' in block && block.name)
  t.deepEqual(names, ['r_m_-_', '_'])
})

test('a call that the history holds twice is asked once', (t) => {
  const asked = item('assistant', 2, text('look'), call(2, 0))
  const items = [user(1, 'go'), asked, asked, item('user', 3, result(callId(2, 0), 'a'))]
  t.is(messagesOf(items).flatMap(({ content }) => content.filter(({ type }) => type === 'tool_use')).length, 1)
  t.deepEqual(repairsOf(items), { call_doubled: 1, result_moved: 1, turn_filled: 1 })
})

test('a result without output says so, or what became of the call', (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0), call(2, 1), call(2, 2)),
    item(
      'user',
      3,
      result(callId(2, 0), ' \n'),
      result(callId(2, 1), '', { outcome: 'interrupted', summary: '[Interrupted by user]' }),
      result(callId(2, 2), '', { outcome: 'failed' }),
    ),
  ]
  t.deepEqual(messagesOf(items).at(-1)?.content, [
    { type: 'tool_result', tool_use_id: 'toolu_2_0', content: '(no output)' },
    { type: 'tool_result', tool_use_id: 'toolu_2_1', content: '[Interrupted by user]', is_error: true },
    { type: 'tool_result', tool_use_id: 'toolu_2_2', content: '(no output)', is_error: true },
  ])
  t.deepEqual(repairsOf(items), {})
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

test('thinking keeps every byte', (t) => {
  const words = ' \r\n\u2028 日本 \0 '
  const items = [user(1, 'go'), item('assistant', 2, thinking(words, 'sig=='), text('ok')), user(3, 'x')]
  t.deepEqual(messagesOf(items)[1]?.content[0], {
    type: 'thinking',
    thinking: words,
    signature: 'sig==',
  })
})

const lost = {
  'without a signature': [thinking('hm', ''), text('ok')],
  'without words': [thinking(' ', 'sig'), text('ok')],
  'with a lone surrogate': [thinking('hm\ud83d', 'sig'), text('ok')],
  'of the offline model': [thinking('hm', 'offline-0123'), text('ok')],
  'at the end of the reply': [text('ok'), thinking('hm', 'sig')],
  'before blank text only': [text('ok'), thinking('hm', 'sig'), text(' ')],
} as const

for (const [which, blocks] of Object.entries(lost)) {
  test(`thinking ${which} is left out`, (t) => {
    const items = [user(1, 'go'), item('assistant', 2, ...blocks), user(3, 'x')]
    t.deepEqual(messagesOf(items)[1]?.content, [{ type: 'text', text: 'ok' }])
    t.is(buildRequest(items, settings()).repairs.thinking_left_out, 1)
  })
}

test('when one thinking block of a reply is damaged, all of its thinking is left out', (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, thinking('one'), thinking('', 'sig'), text('ok')),
    item('assistant', 3, thinking('whole'), text('ok')),
    user(4, 'x'),
  ]
  t.deepEqual(repairsOf(items), { thinking_left_out: 2, turn_filled: 1 })
})

test('a reply of thinking alone vanishes', (t) => {
  const items = [user(1, 'go'), item('assistant', 2, thinking('hm')), user(3, 'x')]
  t.deepEqual(messagesOf(items).map(({ role }) => role), ['user'])
})

test('thinking of another provider than the offline model is left out of its requests', (t) => {
  const items = [user(1, 'go'), item('assistant', 2, thinking('hm', 'sig'), text('ok')), user(3, 'x')]
  t.is(buildRequest(items, settings({ ref: 'offline' })).repairs.thinking_left_out, 1)
})

test('thinking without words stays where the settings say that its words are omitted', (t) => {
  const items = [user(1, 'go'), item('assistant', 2, thinking('', 'sig'), text('ok')), user(3, 'x')]
  const model = { thinking: { type: 'adaptive', display: 'omitted' } }
  t.deepEqual(repairsOf(items, model), {})
})

test('the thinking setting stays out while a reply without thinking is being answered', (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0)),
    item('user', 3, result(callId(2, 0), 'a')),
  ]
  const model = { thinking: { type: 'enabled', budget_tokens: 1024 } }
  t.is(buildRequest(items, settings(model)).body.thinking, undefined)
  t.deepEqual(repairsOf(items, model), { thinking_withheld: 1 })
  t.deepEqual(buildRequest([...items, reply(4, 'b'), user(5, 'c')], settings(model)).body.thinking, model.thinking)
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

test('an empty conversation still makes a request', (t) => {
  t.deepEqual(messagesOf([]), [
    { role: 'user', content: [{ type: 'text', text: '[The conversation starts here.]' }] },
  ])
})

test('calls and thinking in the mouth of another role are left out', (t) => {
  const items = [user(1, 'go'), item('user', 2, call(2, 0), thinking('hm')), item('system', 3, call(3, 0))]
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
  t.deepEqual(body.tools?.map(({ description }) => description), ['one'])
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
