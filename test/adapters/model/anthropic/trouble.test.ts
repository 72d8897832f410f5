import test from 'ava'
import { failureOf } from '../../../../adapters/model/anthropic/failure.js'
import { type Trouble, troubleOf } from '../../../../adapters/model/anthropic/trouble.js'

const place = {
  baseURL: 'https://models.example',
  model: 'some-model',
  keyName: 'MY_KEY',
  keyGiven: true,
  hasThinking: false,
}

const withCode = (code: string) => Object.assign(new Error('x'), { code })
const fetchFailed = (cause: Error) => new TypeError('fetch failed', { cause })

const named = test.macro({
  title: (_, what: string) => `${what} is named by its code`,
  exec: (t, _what: string, error: unknown, trouble: Trouble) => {
    t.deepEqual(troubleOf(error), trouble)
  },
})
test(named, 'a broken socket', fetchFailed(withCode('UND_ERR_SOCKET')), { kind: 'reset' })
test(named, 'a connection reset', fetchFailed(withCode('ECONNRESET')), { kind: 'reset' })
test(named, 'a broken pipe', withCode('EPIPE'), { kind: 'reset' })
test(named, 'a refused connection', fetchFailed(withCode('ECONNREFUSED')), {
  kind: 'unreachable',
  errorCode: 'ECONNREFUSED',
})
test(
  named,
  'a host refused on each of its addresses',
  fetchFailed(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })),
  { kind: 'unreachable', errorCode: 'ECONNREFUSED' },
)
test(
  named,
  'a cause below a cause',
  new Error('outer', { cause: fetchFailed(withCode('ENOTFOUND')) }),
  { kind: 'unreachable', errorCode: 'ENOTFOUND' },
)
test(named, "fetch's own wait for headers", fetchFailed(withCode('UND_ERR_HEADERS_TIMEOUT')), {
  kind: 'first_byte_timeout',
  waitedMs: 300_000,
})
test(named, "fetch's own wait for the body", fetchFailed(withCode('UND_ERR_BODY_TIMEOUT')), {
  kind: 'idle',
  waitedMs: 300_000,
})
test(named, 'broken JSON', new SyntaxError('x'), { kind: 'malformed', detail: 'broken JSON' })
test(named, 'an error of our own', new RangeError('too far'), {
  kind: 'internal',
  detail: 'RangeError: too far',
})
test(named, 'what is no error', 'thrown text', { kind: 'internal', detail: 'unknown error: ' })

test('causes that go in a circle come to an end', (t) => {
  const error: Error & { cause?: unknown } = new Error('round')
  error.cause = error

  t.deepEqual(troubleOf(error), { kind: 'internal', detail: 'Error: round' })
})

const unreachable = test.macro({
  title: (_, errorCode: string) => `${errorCode} says what to look at`,
  exec: (t, errorCode: string, retryable: boolean, words: RegExp) => {
    const failure = failureOf({ kind: 'unreachable', errorCode }, place)

    t.is(failure.code, 'unreachable')
    t.is(failure.retryable, retryable)
    t.regex(failure.message, words)
    t.true(failure.message.includes('https://models.example'))
  },
})
test(unreachable, 'ECONNREFUSED', true, /^The server at .* that the server runs.*try again\.$/)
test(unreachable, 'UND_ERR_CONNECT_TIMEOUT', true, /cannot be reached/)
test(unreachable, 'ENOTFOUND', true, /^The host of .* check the network/)
test(unreachable, 'EAI_AGAIN', true, /^The host of/)
test(unreachable, 'CERT_HAS_EXPIRED', false, /certificate .* NODE_EXTRA_CA_CERTS/)
test(unreachable, 'SELF_SIGNED_CERT_IN_CHAIN', false, /is not trusted/)
test(unreachable, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, /is not trusted/)
test(unreachable, 'ERR_TLS_CERT_ALTNAME_INVALID', false, /is not trusted/)

test('an address is shown without user, password, query and end slash', (t) => {
  const baseURL = 'https://me:secret@models.example/v9/?key=secret#x'

  const { message } = failureOf({ kind: 'truncated', begun: true }, { ...place, baseURL })

  t.true(message.startsWith('The server at https://models.example/v9 ended'))
  t.false(message.includes('secret'))
})

test('a model name with control characters is shown safely', (t) => {
  const refusal = { kind: 'refused', status: 404 } as const

  const { message } = failureOf(refusal, { ...place, model: 'a\u001b[2Jb' })

  t.true(message.includes('the model a\uFFFD[2Jb'))
})
