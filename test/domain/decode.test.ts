import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../domain/decode.js'

const codec = t.intersection([
  t.type({ path: t.string, inner: t.type({ deep: t.number }) }),
  t.partial({ limit: t.number }),
])

test('an error names the key, also in a member of an intersection', (t) => {
  const decoded = decode(codec, { path: 'a', inner: { deep: 1 }, limit: 'x' })
  t.deepEqual(decoded, E.left('limit: expected number, got "x"'))
})

test('an error names the whole way to a nested key', (t) => {
  const decoded = decode(codec, { path: 'a', inner: { deep: 'x' } })
  t.deepEqual(decoded, E.left('inner.deep: expected number, got "x"'))
})

test('an error of the value itself names no key', (t) => {
  t.deepEqual(
    decode(codec, 5),
    E.left('value: expected { path: string, inner: { deep: number } }, got 5'),
  )
})
