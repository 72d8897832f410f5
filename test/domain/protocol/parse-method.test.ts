import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../../domain/limits.js'
import { type BadMethod, parseMethod } from '../../../domain/protocol/parse-method.js'

const parse = (line: string | Uint8Array) =>
  parseMethod(typeof line === 'string' ? new TextEncoder().encode(line) : line)

const refusal = (line: string | Uint8Array): BadMethod => {
  const parsed = parse(line)
  return E.isLeft(parsed) ? parsed.left : { message: 'it was taken' }
}

const call = (method: string, params?: unknown) => JSON.stringify({ method, params, id: 'i' })

const uuid = '019f0000-0000-7000-8000-000000000001'

const good: Readonly<Record<string, unknown>> = {
  run: { input: [{ kind: 'text', content: 'hi' }], key: uuid },
  queue: { input: [{ kind: 'paste', id: 1, chars: 2, lines: 1, content: 'hi' }] },
  withdraw: { id: uuid },
  notify: { message: 'hi', auto_run: false },
  pod_event: { kind: 'turn_ended', pod_name: 'beta', later: 1 },
  resume: undefined,
  pause: undefined,
  cancel: undefined,
  abandon: undefined,
  shutdown: undefined,
  get_history: { before: 5, limit: 10 },
}

for (const [method, params] of Object.entries(good)) {
  test(`a good ${method} is taken with its id`, (t) => {
    const parsed = parse(call(method, params))
    t.true(E.isRight(parsed))
    if (E.isRight(parsed)) t.like(parsed.right, { method, id: 'i' })
  })
}

test('a segment of a kind from a later version is taken as it is', (t) => {
  const input = [{ kind: 'hologram', depth: 3 }]
  const parsed = parse(call('run', { input }))
  t.deepEqual(E.isRight(parsed) && parsed.right, {
    method: 'run',
    params: { input },
    id: 'i',
  } as never)
})

const bad: ReadonlyArray<readonly [string, string | Uint8Array, RegExp]> = [
  ['an empty line', '', /not JSON/],
  ['half of an object', '{"method":"run"', /not JSON/],
  ['a list', '[]', /not a JSON object/],
  ['null', 'null', /not a JSON object/],
  ['a byte order mark', '\uFEFF{"method":"pause"}', /not JSON/],
  ['invalid UTF-8', Uint8Array.of(0x22, 0xc3, 0x28, 0x22), /not UTF-8/],
  ['a UTF-8 surrogate', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), /not UTF-8/],
  ['a line without a method', '{}', /^method: expected one of run, queue/],
  ['an unknown method', call('fly'), /^method: .* got "fly"/],
  ['a method of a prototype', call('constructor'), /^method: .* got "constructor"/],
  ['a method named __proto__', call('__proto__'), /^method: .* got "__proto__"/],
  ['a number as method', '{"method":7}', /^method: .* got 7/],
  ['a number as id', '{"method":"pause","id":7}', /^id: expected a string/],
  ['an endless id', `{"method":"pause","id":"${'x'.repeat(257)}"}`, /^id: expected a string/],
  ['run without params', call('run'), /^params: /],
  ['run without input', call('run', {}), /^params\.input: /],
  ['run with an empty input', call('run', { input: [] }), /^params\.input: .* at least one/],
  ['a segment without kind', call('run', { input: [{}] }), /^params\.input\.0: /],
  ['a broken text', call('run', { input: [{ kind: 'text' }] }), /^params\.input\.0\.content: /],
  [
    'a key that is none',
    call('run', { input: [{ kind: 'text', content: '' }], key: 1 }),
    /^params\.key: /,
  ],
  ['a withdraw of no id', call('withdraw', { id: 'x' }), /^params\.id: expected InputId/],
  ['a notice of no text', call('notify', { message: null }), /^params\.message: expected string/],
  ['a page of nothing', call('get_history', { limit: 0 }), /^params\.limit: expected 1 to 2000/],
  ['a page before the start', call('get_history', { before: -1 }), /^params\.before: /],
  ['half a page', call('get_history', { limit: 1.5 }), /^params\.limit: expected Whole/],
]

for (const [what, line, sentence] of bad) {
  test(`${what} is refused by a sentence`, (t) => {
    t.regex(refusal(line).message, sentence)
  })
}

test('the id of a call that is refused comes with the refusal', (t) => {
  t.is(refusal(call('run', {})).id, 'i')
  t.is(refusal(call('fly')).id, 'i')
  t.false('id' in refusal('{}'))
})

test('64 levels pass and 65 do not, brackets in text not counted', (t) => {
  const nested = (levels: number) =>
    `{"method":"pause","x":${'['.repeat(levels - 1)}"[[\\"[{"${']'.repeat(levels - 1)}}`
  t.true(E.isRight(parse(nested(64))))
  t.regex(refusal(nested(65)).message, /nests deeper than 64 levels/)
})

test('a million levels are refused without being built', (t) => {
  t.regex(refusal('['.repeat(1_000_000)).message, /nests deeper/)
  t.regex(refusal('{"a":'.repeat(1_000_000)).message, /nests deeper/)
})

test('a __proto__ key changes no prototype', (t) => {
  const line =
    '{"method":"pod_event","params":{"kind":"k","pod_name":"p","__proto__":{"evil":1}},"__proto__":{"evil":1}}'
  t.true(E.isRight(parse(line)))
  t.is(({} as { evil?: number }).evil, undefined)
})

for (const kind of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
  test(`a segment of kind ${kind} is an unknown kind and no more`, (t) => {
    t.true(E.isRight(parse(`{"method":"run","params":{"input":[{"kind":"${kind}"}]}}`)))
  })
}

test('segments and notices are taken up to their limits in bytes', (t) => {
  const text = (content: string) => call('run', { input: [{ kind: 'text', content }] })
  t.true(E.isRight(parse(text('x'.repeat(limits.segmentBytesMax)))))
  t.regex(refusal(text('日'.repeat(limits.segmentBytesMax / 3 + 1))).message, /^params\.input\.0: /)
  const many = Array.from({ length: limits.segmentsMax + 1 }, () => ({ kind: 'text', content: '' }))
  t.regex(refusal(call('run', { input: many })).message, /at most 256 segments, got 257/)
  const message = 'x'.repeat(limits.noticeBytesMax + 1)
  t.regex(refusal(call('notify', { message })).message, /^params\.message: /)
  t.regex(
    refusal(call('pod_event', { kind: 'k', pod_name: 'p', message })).message,
    /^params\.message/,
  )
})
