import test from 'ava'
import { callId } from '../../../../domain/ids.js'
import { call, item, messagesOf, note, repairsOf, reply, result, text, user } from './some.js'

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
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0)),
    user(3, 'on'),
    reply(4, 'ok'),
    user(5, 'x'),
  ]
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

test("a provider's id that is doubled or unfit is replaced, with its result", (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0, { id: 'same' })),
    item('user', 3, result(callId(2, 0), 'a')),
    item(
      'assistant',
      4,
      call(4, 0, { id: 'same' }),
      call(4, 1, { id: 'föö' }),
      call(4, 2, { id: 'call_4_0' }),
    ),
    item(
      'user',
      5,
      result(callId(4, 0), 'b'),
      result(callId(4, 1), 'c'),
      result(callId(4, 2), 'd'),
    ),
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
  const items = [
    user(1, 'go'),
    item('assistant', 2, call(2, 0, { name: 'r m/-é' }), call(2, 1, { name: '' })),
  ]
  const names = messagesOf(items)[1]?.content.map((block) => 'name' in block && block.name)
  t.deepEqual(names, ['r_m_-_', '_'])
})

test('a call that the history holds twice is asked once', (t) => {
  const asked = item('assistant', 2, text('look'), call(2, 0))
  const items = [user(1, 'go'), asked, asked, item('user', 3, result(callId(2, 0), 'a'))]
  t.is(
    messagesOf(items).flatMap(({ content }) => content.filter(({ type }) => type === 'tool_use'))
      .length,
    1,
  )
  t.deepEqual(repairsOf(items), { call_doubled: 1, result_moved: 1 })
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
    {
      type: 'tool_result',
      tool_use_id: 'toolu_2_1',
      content: '[Interrupted by user]',
      is_error: true,
    },
    { type: 'tool_result', tool_use_id: 'toolu_2_2', content: '(no output)', is_error: true },
  ])
  t.deepEqual(repairsOf(items), {})
})
