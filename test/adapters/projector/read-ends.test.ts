import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { readEnds } from '../../../adapters/projector/read-ends.js'
import { limits } from '../../../domain/limits.js'
import { fcOptions } from '../../support/rounds.js'
import { ownFolder } from '../../support/sample-log.js'

const window = limits.listEndBytes

const endsOf = (path: string) =>
  readEnds(path, async ({ beginning, end, before }) => {
    const lines: string[] = []
    for await (const line of before()) lines.push(line)
    return { beginning, end, lines }
  })

const put = async (path: string, content: string) => {
  await writeFile(path, content)
  return path
}

// Around the sizes of the windows, where places are easily one off.
const lengths = fc.oneof(
  { weight: 6, arbitrary: fc.nat(300) },
  { weight: 2, arbitrary: fc.integer({ min: window - 3, max: window + 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2 * window - 2, max: 2 * window + 2 }) },
  { weight: 1, arbitrary: fc.constant(limits.logStepBytes + 7) },
)

test('the lines before the end come newest first, each once, each as far as a list reads it', async (t) => {
  const path = join(await ownFolder(t), 'log')
  await fc.assert(
    fc.asyncProperty(fc.array(lengths, { maxLength: 12 }), fc.nat(3), async (sizes, tail) => {
      const all = sizes.map((size, n) => `${n}:${'x'.repeat(size)}`)
      const text = all.map((line) => `${line}\n`).join('')
      await put(path, text + 'y'.repeat(tail))

      const { beginning, end, lines } = await endsOf(path)

      const behind = text.slice(0, end.offset).split('\n').slice(0, -1)
      const expected = behind.slice(1).map((line) => line.slice(0, window))
      return (
        beginning.bytes.toString() === text.slice(0, window) &&
        end.bytes.toString() === text.slice(end.offset, end.offset + window) &&
        (end.offset === 0 || text[end.offset - 1] === '\n') &&
        JSON.stringify(lines) === JSON.stringify(expected.reverse())
      )
    }),
    fcOptions(),
  )
  t.pass()
})

test('an end of one line that is longer than the window begins with that line', async (t) => {
  const path = await put(join(await ownFolder(t), 'log'), `a\n${'b'.repeat(3 * window)}\nc`)

  const { end, lines } = await endsOf(path)

  t.is(end.offset, 2)
  t.is(end.bytes.toString(), 'b'.repeat(window))
  t.deepEqual(lines, [])
})

test('a file without a finished line has two empty ends', async (t) => {
  for (const content of ['', 'abc', 'x'.repeat(2 * window)]) {
    const path = await put(join(await ownFolder(t), 'log'), content)
    const { beginning, end, lines } = await endsOf(path)
    t.deepEqual([beginning.bytes.length, end.bytes.length, lines], [0, 0, []])
  }
})

test('lines further back than a list looks are left out', async (t) => {
  const far = 'f'.repeat(100)
  const middle = 'm'.repeat(limits.listLookBackBytes)
  const path = await put(
    join(await ownFolder(t), 'log'),
    `first\n${far}\n${middle}\n${'e'.repeat(window)}\n`,
  )

  t.deepEqual((await endsOf(path)).lines, [])
})
