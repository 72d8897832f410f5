import test from 'ava'
import fc from 'fast-check'
import { type FrameState, noFrames, splitFrames } from '../../../domain/protocol/frame.js'
import { fcOptions } from '../../support/rounds.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (line: Uint8Array) => new TextDecoder().decode(line)

const fed = (chunks: ReadonlyArray<Uint8Array>, bytesMax?: number) => {
  const lines: string[] = []
  let state: FrameState = noFrames
  for (const chunk of chunks) {
    const frames = splitFrames(state, chunk, bytesMax)
    lines.push(...frames.lines.map(text))
    if (frames.tooLarge) return { lines, tooLarge: true, state: frames.state }
    state = frames.state
  }
  return { lines, tooLarge: false, state }
}

const byByte = (whole: Uint8Array) => Array.from(whole, (byte) => Uint8Array.of(byte))

test('a stream cut anywhere gives the lines that it gives whole', (t) => {
  const stream = fc.array(fc.constantFrom('\n', '\r', 'a', '日', '\u2028', '\u0085', '{"x":1}'), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(stream, fc.array(fc.nat(200), { maxLength: 20 }), (parts, cuts) => {
      const whole = bytes(parts.join(''))
      const at = [...new Set([0, ...cuts.filter((cut) => cut < whole.length)])].sort(
        (a, b) => a - b,
      )
      const chunks = at.map((cut, index) => whole.subarray(cut, at[index + 1]))
      const expected = parts.join('').split('\n')
      const { lines, state } = fed(chunks)
      t.deepEqual(lines, expected.slice(0, -1))
      t.is(state.bytes, bytes(expected.at(-1) ?? '').length)
    }),
    fcOptions(4),
  )
})

test('only LF ends a line: not CR, U+2028, U+2029 or U+0085', (t) => {
  const { lines } = fed([bytes('a\r\u2028\u2029\u0085b\nc\n')])
  t.deepEqual(lines, ['a\r\u2028\u2029\u0085b', 'c'])
})

test('a long line that comes byte by byte is kept in few pieces', (t) => {
  const whole = bytes(`${'日本'.repeat(20_000)}\n`)
  const { state } = fed(byByte(whole.subarray(0, -1)))
  t.true(state.pieces.length <= 20)
  t.is(state.bytes, whole.length - 1)
  t.deepEqual(fed(byByte(whole)).lines, ['日本'.repeat(20_000)])
})

test('a line of exactly the limit passes and one byte more does not, in any number of chunks', (t) => {
  const good = bytes(`${'x'.repeat(100)}\n`)
  const bad = bytes(`${'x'.repeat(101)}\n`)
  t.deepEqual(fed([good], 100), { lines: ['x'.repeat(100)], tooLarge: false, state: noFrames })
  t.false(fed(byByte(good), 100).tooLarge)
  t.true(fed([bad], 100).tooLarge)
  t.true(fed(byByte(bad), 100).tooLarge)
  t.true(fed([bad.subarray(0, -1)], 100).tooLarge, 'before its newline has come')
})

test('the lines before one that is too large are still given', (t) => {
  t.deepEqual(fed([bytes(`a\nb\n${'x'.repeat(11)}\nc\n`)], 10).lines, ['a', 'b'])
})

test('an unfinished line keeps nothing of the chunk that it came in', (t) => {
  const chunk = bytes(`${'x'.repeat(1000)}\nrest`)
  const { state } = splitFrames(noFrames, chunk)
  t.is(state.pieces[0]?.buffer.byteLength, 4)
})

test('a state can be continued in two ways', (t) => {
  const { state } = splitFrames(noFrames, bytes('ab'))
  t.deepEqual(splitFrames(state, bytes('c\n')).lines.map(text), ['abc'])
  t.deepEqual(splitFrames(state, bytes('d\n')).lines.map(text), ['abd'])
})
