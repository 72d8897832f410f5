import test from 'ava'
import { refuse, refuseSize } from '../../../../adapters/model/offline/strict.js'
import { offlineSeal } from '../../../../domain/turn/request/offline-seal.js'

const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
const use = (id: string, more: object = {}) => ({
  type: 'tool_use',
  id,
  name: 'Read',
  input: {},
  ...more,
})
const result = (id: string, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'x',
  ...more,
})
const thinking = (words: string, signature = offlineSeal(words)) => ({
  type: 'thinking',
  thinking: words,
  signature,
})
const user = (...content: ReadonlyArray<object>) => ({ role: 'user', content })
const assistant = (...content: ReadonlyArray<object>) => ({ role: 'assistant', content })
const system = (...content: ReadonlyArray<object>) => ({ role: 'system', content })
const mark = { cache_control: { type: 'ephemeral' } }

const body = (messages: unknown, more: object = {}): object => ({
  model: 'offline',
  max_tokens: 2000,
  messages,
  stream: true,
  ...more,
})
const hello = user(text('hello'))
const tool = { name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }

const accepted: Readonly<Record<string, object>> = {
  'one text': body([hello]),
  'content as a plain string': body([{ role: 'user', content: 'hello' }], { system: 'Be good.' }),
  'a round with its results first, in any order': body([
    hello,
    assistant(thinking('hm'), text('ok'), use('a'), use('b')),
    user(result('b'), result('a', { is_error: true }), text('and')),
  ]),
  'results spread over neighbouring user messages': body([
    hello,
    assistant(use('a'), use('b')),
    user(result('a')),
    user(result('b')),
  ]),
  'a system message behind the user': body([
    hello,
    system(text('note')),
    assistant(text('ok')),
    hello,
  ]),
  'a system message at the end': body([hello, system(text('note'))]),
  'four cache marks': body([hello, user(text('a', mark), text('b', mark))], {
    system: [text('s', mark)],
    tools: [{ ...tool, ...mark }],
  }),
  'thinking of any signature on another model': body(
    [
      hello,
      assistant(thinking('hm', 'sig'), { type: 'redacted_thinking', data: 'xyz' }, text('a')),
      hello,
    ],
    { model: 'another' },
  ),
  'thinking whose words are omitted': body([hello, assistant(thinking(''), text('a')), hello]),
  'an empty tool result': body([hello, assistant(use('a')), user(result('a', { content: '' }))]),
}

for (const [what, request] of Object.entries(accepted)) {
  test(`accepted: ${what}`, (t) => {
    t.is(refuse(request), undefined)
  })
}

const refused: ReadonlyArray<readonly [string, unknown, RegExp]> = [
  ['no object', 'hello', /expected/],
  ['no messages', body(undefined), /messages/],
  ['an empty list of messages', body([]), /at least one message/],
  ['no max_tokens', { ...body([hello]), max_tokens: undefined }, /max_tokens/],
  ['max_tokens below 1', body([hello], { max_tokens: 0 }), /max_tokens/],
  ['a blank model', body([hello], { model: ' ' }), /model/],
  ['no stream', body([hello], { stream: false }), /stream/],
  ['an unknown key', body([hello], { foo: 1 }), /^foo: Extra inputs/],
  ['an unknown key of a message', body([{ ...hello, turn: 1 }]), /messages\.0\.turn: Extra/],
  [
    'an unknown key of a block',
    body([user(text('a', { call: '1.0' }))]),
    /content\.0\.text\.call: Extra/,
  ],
  ['an unknown role', body([{ role: 'tool', content: 'x' }]), /role/],
  ['an assistant first', body([assistant(text('a')), hello]), /first message/],
  ['an assistant last', body([hello, assistant(text('a'))]), /prefill/],
  ['a message without content', body([hello, assistant(), hello]), /non-empty content/],
  ['blank text', body([user(text(' \u3000'))]), /non-whitespace/],
  ['text of zero-width characters', body([user(text('\u200b'))]), /non-whitespace/],
  ['a blank system prompt', body([hello], { system: ' ' }), /non-whitespace/],
  ['a call without a result', body([hello, assistant(use('a')), hello]), /without `tool_result`/],
  [
    'a result two messages later',
    body([hello, assistant(use('a')), hello, assistant(text('x')), user(result('a'))]),
    /without `tool_result`/,
  ],
  ['a result of no call', body([user(result('a'))]), /unexpected `tool_use_id`/],
  [
    'a doubled result',
    body([hello, assistant(use('a')), user(result('a'), result('a'))]),
    /single result/,
  ],
  [
    'a result behind text',
    body([hello, assistant(use('a')), user(text('x'), result('a'))]),
    /must come before/,
  ],
  [
    'doubled call ids',
    body([hello, assistant(use('a')), user(result('a')), assistant(use('a')), user(result('a'))]),
    /ids must be unique/,
  ],
  [
    'a call id with other characters',
    body([hello, assistant(use('a b')), user(result('a b'))]),
    /should match/,
  ],
  [
    'a call id of 65 characters',
    body([hello, assistant(use('a'.repeat(65))), user(result('a'.repeat(65)))]),
    /should match/,
  ],
  [
    'a call without a name',
    body([hello, assistant(use('a', { name: '' })), user(result('a'))]),
    /should match/,
  ],
  [
    'a call whose input is no object',
    body([hello, assistant(use('a', { input: 'x' })), user(result('a'))]),
    /input/,
  ],
  ['a call by the user', body([user(use('a'))]), /cannot be in user/],
  [
    'a result by the assistant',
    body([hello, assistant(result('a')), hello]),
    /cannot be in assistant/,
  ],
  [
    'a system message between call and result',
    body([hello, assistant(use('a')), system(text('n')), user(result('a'))]),
    /system message|tool_result/,
  ],
  [
    'a system message before the user',
    body([hello, system(text('n')), hello]),
    /system message must follow/,
  ],
  [
    'a system message behind the assistant',
    body([hello, assistant(text('a')), system(text('n')), hello]),
    /system message must follow/,
  ],
  [
    'two system messages in a row',
    body([hello, system(text('n')), system(text('m'))]),
    /system message must follow/,
  ],
  ['a system message first', body([system(text('n')), hello]), /first message/],
  [
    'thinking without a signature',
    body([hello, assistant(thinking('hm', ''), text('a')), hello]),
    /Invalid `signature`/,
  ],
  [
    'altered thinking',
    body([hello, assistant(thinking('hm!', offlineSeal('hm')), text('a')), hello]),
    /Invalid `signature`/,
  ],
  [
    'blank thinking',
    body([hello, assistant(thinking(' '), text('a')), hello]),
    /must contain thinking/,
  ],
  [
    'thinking last',
    body([hello, assistant(text('a'), thinking('hm')), hello]),
    /cannot be `thinking`/,
  ],
  [
    'redacted thinking that is not its own',
    body([hello, assistant({ type: 'redacted_thinking', data: 'x' }, text('a')), hello]),
    /Invalid `data`/,
  ],
  [
    'offline thinking on another model',
    body([hello, assistant(thinking('hm'), text('a')), hello], { model: 'another' }),
    /Invalid `signature`/,
  ],
  [
    'no thinking before a call with thinking enabled',
    body([hello, assistant(use('a')), user(result('a'))], {
      thinking: { type: 'enabled', budget_tokens: 1024 },
    }),
    /must start with a thinking block/,
  ],
  [
    'a small thinking budget',
    body([hello], { thinking: { type: 'enabled', budget_tokens: 1 } }),
    /budget_tokens/,
  ],
  [
    'a thinking budget above max_tokens',
    body([hello], { thinking: { type: 'enabled', budget_tokens: 2000 } }),
    /must be greater/,
  ],
  [
    'five cache marks',
    body([user(...'abcde'.split('').map((word) => text(word, mark)))]),
    /maximum of 4 blocks/,
  ],
  [
    'a cache mark on thinking',
    body([hello, assistant({ ...thinking('hm'), ...mark }, text('a')), hello]),
    /cache_control: Extra/,
  ],
  [
    'a cache mark of another kind',
    body([user(text('a', { cache_control: { type: 'x' } }))]),
    /cache_control/,
  ],
  ['doubled tools', body([hello], { tools: [tool, tool] }), /unique/],
  [
    'a tool name with a space',
    body([hello], { tools: [{ ...tool, name: 'a b' }] }),
    /tools\.0\.name/,
  ],
  [
    'a tool whose schema is no object',
    body([hello], { tools: [{ ...tool, input_schema: { type: 'string' } }] }),
    /input_schema/,
  ],
  ['a lone surrogate', body([user(text('a\ud83d'))]), /not valid JSON/],
  ['an unknown effort', body([hello], { output_config: { effort: 'huge' } }), /effort/],
  [
    'a prompt that is too long',
    body([user(text('x'.repeat(900_000)))]),
    /^prompt is too long: 2\d{5} tokens > 200000 maximum$/,
  ],
]

for (const [what, request, message] of refused) {
  test(`refused: ${what}`, (t) => {
    const refusal = refuse(JSON.parse(JSON.stringify(request)))
    t.regex(refusal?.message ?? '', message)
    t.is(refusal?.status, 400)
    t.is(refusal?.type, 'invalid_request_error')
  })
}

test('a body nested without end is refused, not a crash', (t) => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  t.regex(refuse(body([hello], { metadata: deep }))?.message ?? '', /nested too deeply/)
})

test('a request above 32 MiB is too large', (t) => {
  t.is(refuseSize(32 * 1024 * 1024), undefined)
  t.like(refuseSize(32 * 1024 * 1024 + 1), { status: 413, type: 'request_too_large' })
})
