import test from 'ava'
import { callId } from '../../../../domain/ids.js'
import { buildRequest } from '../../../../domain/turn/request/build-request.js'
import {
  call,
  item,
  messagesOf,
  repairsOf,
  reply,
  result,
  settings,
  text,
  thinking,
  user,
} from './some.js'

test('thinking keeps every byte', (t) => {
  const words = ' \r\n\u2028 日本 \0 '
  const items = [
    user(1, 'go'),
    item('assistant', 2, thinking(words, 'sig=='), text('ok')),
    user(3, 'x'),
  ]
  t.deepEqual(messagesOf(items)[1]?.content[0], {
    type: 'thinking',
    thinking: words,
    signature: 'sig==',
  })
})

const lost = {
  'without a signature': [thinking('hm', ''), text('ok')],
  'of blanks': [thinking(' ', 'sig'), text('ok')],
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
    item('assistant', 2, thinking('one'), thinking(' ', 'sig'), text('ok')),
    item('assistant', 3, thinking('whole'), text('ok')),
    user(4, 'x'),
  ]
  t.deepEqual(repairsOf(items), { thinking_left_out: 2, turn_filled: 1 })
})

test('a reply of thinking alone vanishes', (t) => {
  const items = [user(1, 'go'), item('assistant', 2, thinking('hm')), user(3, 'x')]
  t.deepEqual(
    messagesOf(items).map(({ role }) => role),
    ['user'],
  )
})

test('thinking of another provider than the offline model is left out of its requests', (t) => {
  const items = [
    user(1, 'go'),
    item('assistant', 2, thinking('hm', 'sig'), text('ok')),
    user(3, 'x'),
  ]
  t.is(buildRequest(items, settings({ ref: 'offline' })).repairs.thinking_left_out, 1)
})

test('thinking of which the provider gives the signature only goes back so', (t) => {
  const items = [user(1, 'go'), item('assistant', 2, thinking('', 'sig'), text('ok')), user(3, 'x')]
  t.deepEqual(messagesOf(items)[1]?.content[0], {
    type: 'thinking',
    thinking: '',
    signature: 'sig',
  })
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
  t.deepEqual(
    buildRequest([...items, reply(4, 'b'), user(5, 'c')], settings(model)).body.thinking,
    model.thinking,
  )
})
