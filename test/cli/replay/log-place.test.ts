import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { parsePlace } from '../../../cli/replay/log-place.js'

const read = (text: string) => parsePlace('--at', text)

test('digits are the number of a record, with or without its sign', (t) => {
  t.deepEqual(read('17'), E.right({ kind: 'seq', seq: 17 }))
  t.deepEqual(read('#0'), E.right({ kind: 'seq', seq: 0 }))
  t.deepEqual(read(' 12345678 '), E.right({ kind: 'seq', seq: 12_345_678 }))
})

test('eight hex digits or more are the beginning of a hash, in either case', (t) => {
  t.deepEqual(read('84ab12cd'), E.right({ kind: 'hash', prefix: '84ab12cd' }))
  t.deepEqual(read('84AB12CD'), E.right({ kind: 'hash', prefix: '84ab12cd' }))
  t.deepEqual(read('1'.repeat(64)), E.right({ kind: 'hash', prefix: '1'.repeat(64) }))
})

const moments: ReadonlyArray<readonly [string, string, string]> = [
  ['2026-01-02', '2026-01-02T00:00:00.000Z', '2026-01-02T23:59:59.999Z'],
  ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z', '2026-01-02T03:04:59.999Z'],
  ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.999Z'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.999Z'],
  ['2026-01-02T03:04:05.6Z', '2026-01-02T03:04:05.600Z', '2026-01-02T03:04:05.699Z'],
  ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04:05.678901z', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04:05+09:00', '2026-01-01T18:04:05.000Z', '2026-01-01T18:04:05.999Z'],
  ['2026-01-02T03:04:05-0530', '2026-01-02T08:34:05.000Z', '2026-01-02T08:34:05.999Z'],
  ['2026-01-02T03:04+09', '2026-01-01T18:04:00.000Z', '2026-01-01T18:04:59.999Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
]

for (const [text, from, until] of moments)
  test(`${text} is a moment from ${from} to ${until}`, (t) => {
    t.deepEqual(read(text), E.right({ kind: 'time', from, until }))
  })

const refused = [
  '',
  'yesterday',
  '-1',
  '1.5',
  '84ab12',
  '84ab12cg',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-01-02T24:00',
  '2026-01-02T03:60',
  '2026-01-02T03:04:05+9',
  '0000-01-01',
  '2026-01-02T03:04:05Zx',
  '9'.repeat(16).slice(0, 7) + 'g',
]

for (const text of refused)
  test(`${JSON.stringify(text)} is no place, and what is one is said`, (t) => {
    const said = read(text)
    t.true(E.isLeft(said))
    if (E.isLeft(said))
      t.regex(said.left, /^--at ".*" is no place in a log: give the number .*time/s)
  })
