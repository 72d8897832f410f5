import { truncateSync } from 'node:fs'
import test from 'ava'
import fc from 'fast-check'
import { limits } from '../../../domain/limits.js'
import { fcOptions } from '../../support/rounds.js'
import { hostileTexts, toolBench } from '../../support/tool-bench.js'

const numbered = (lines: ReadonlyArray<string>, first = 1) =>
  lines.map((line, index) => `${String(first + index).padStart(6)}\t${line}`)

test('a file comes with its lines numbered', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a', 'one\n\ntwo\n')
  const result = await run('Read', { path: 'a' })
  t.like(result, { outcome: 'ok', summary: '3 lines', cut: undefined })
  t.is(result.content, '     1\tone\n     2\t\n     3\ttwo')
  put('work/b', 'no end')
  t.like(await run('Read', { path: 'b' }), { summary: '1 line', content: '     1\tno end' })
})

test('offset and limit choose lines, and the answer says how to go on', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a', 'a\nb\nc\nd\ne\n')
  const part = await run('Read', { path: 'a', offset: 2, limit: 2 })
  t.is(part.content, '     2\tb\n     3\tc\n[Lines 2 to 3 of 5. Go on with offset 4.]')
  t.is((await run('Read', { path: 'a', offset: 4, limit: 2 })).content, '     4\td\n     5\te')
  const behind = await run('Read', { path: 'a', offset: 6 })
  t.is(behind.outcome, 'failed')
  t.regex(behind.content, /has 5 lines; offset 6 is behind its end/)
})

test('without a limit the first lines come, and it is said that there are more', async (t) => {
  const { run, put } = toolBench(t, { outputBytesMax: () => 1_000_000 })
  put('work/a', 'x\n'.repeat(limits.readLinesDefault + 1))
  const { content } = await run('Read', { path: 'a' })
  t.true(content.endsWith('\n  2000\tx\n[Lines 1 to 2000 of 2001. Go on with offset 2001.]'))
})

test('an empty file is said to be empty', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a', '')
  t.like(await run('Read', { path: 'a' }), { outcome: 'ok', content: '[The file is empty.]' })
})

test('lines that do not fit are left to the next call, and how much is said', async (t) => {
  const { run, put } = toolBench(t, { outputBytesMax: () => 1000 })
  const lines = Array.from({ length: 100 }, (_, index) => `${index} ${'漢'.repeat(10)}`)
  put('work/a', `${lines.join('\n')}\n`)
  const first = await run('Read', { path: 'a' })
  const count = Number(first.summary.split(' ')[0])
  const rest = Buffer.byteLength(`${lines.slice(count).join('\n')}\n`)
  t.is(first.cut?.bytes, rest)
  t.deepEqual(first.content.split('\n'), [
    ...numbered(lines.slice(0, count)),
    `[Cut before line ${count + 1} of 100: ${rest} bytes are left out. ` +
      `Go on with offset ${count + 1}.]`,
  ])
})

test('going on with the named offset gives the whole file, whatever is in it', async (t) => {
  const { run, put } = toolBench(t, { outputBytesMax: () => 700 })
  const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((s) => s.replace(/[\n\r\0]/g, ''))
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 60 }), async (lines) => {
      put('work/a', lines.map((text) => `${text}\n`).join(''))
      const seen: string[] = []
      for (let offset: number | undefined = 1; offset !== undefined; ) {
        const { content } = await run('Read', { path: 'a', offset })
        t.true(Buffer.byteLength(content) <= 700)
        const next = /\[.*Go on with offset (\d+)\.\]$/.exec(content)
        const shown = next === null ? content : content.slice(0, next.index - 1)
        seen.push(...shown.split('\n'))
        offset = next === null ? undefined : Number(next[1])
      }
      t.deepEqual(seen, numbered(lines.map((text) => Buffer.from(text).toString('utf8'))))
    }),
    fcOptions(1),
  )
})

test('a line that is too long is cut between two characters at every limit', async (t) => {
  for (let extra = 0; extra < 12; extra += 1) {
    const { run, put } = toolBench(t, { outputBytesMax: () => 600 + extra })
    put('work/a', `${'漢é😀'.repeat(100)}\nnext\n`)
    const { content, cut } = await run('Read', { path: 'a' })
    const [line = '', note = ''] = content.split('\n')
    const shown = line.slice(7)
    t.true('漢é😀'.repeat(100).startsWith(shown) && shown.length > 10)
    t.is(cut?.bytes, 900 + 1 + 5 - Buffer.byteLength(shown))
    t.regex(note, /^\[Line 1 of 2 is too long.*go on with offset 2\.\]$/)
  }
})

test('foreign bytes are shown as U+FFFD, which is said, and keep the limit', async (t) => {
  const { run, put } = toolBench(t, { outputBytesMax: () => 1000 })
  put('work/a', Buffer.from('a\xffb\nok\n', 'latin1'))
  const some = await run('Read', { path: 'a' })
  t.is(
    some.content,
    '     1\ta\uFFFDb\n     2\tok\n[Bytes that are not UTF-8 are shown as U+FFFD.]',
  )
  put('work/b', Buffer.alloc(5000, 0x80))
  t.true(Buffer.byteLength((await run('Read', { path: 'b' })).content) <= 1000)
})

test('a binary file is refused with a sentence', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a', Buffer.from([0x89, 0x50, 0, 1]))
  const result = await run('Read', { path: 'a' })
  t.like(result, { outcome: 'failed', summary: 'binary file' })
  t.regex(result.content, /is a binary file of 4 bytes/)
})

for (const text of hostileTexts) {
  test(`hostile content is one line as it is: ${JSON.stringify(text)}`, async (t) => {
    const { run, put } = toolBench(t)
    put('work/a', `${text}\n`)
    t.is((await run('Read', { path: 'a' })).content, `     1\t${text}`)
  })
}

test('CR LF is shown as a line end and said', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a', 'one\r\ntwo\r\n')
  t.is(
    (await run('Read', { path: 'a' })).content,
    '     1\tone\n     2\ttwo\n[Lines end in CR LF.]',
  )
})

test('a huge file is shown in part without being read to its end', async (t) => {
  const { run, put } = toolBench(t)
  const path = put('work/a', `first\nsecond\n${'y'.repeat(9000)}`)
  truncateSync(path, 1e12)
  const result = await run('Read', { path: 'a', limit: 2 })
  t.is(result.content, '     1\tfirst\n     2\tsecond\n[Lines 1 to 2. Go on with offset 3.]')
  // Not read whole, so it does not count as read.
  t.is((await run('Write', { path: 'a', content: '' })).outcome, 'failed')
  // Its third line has no end.
  const long = await run('Read', { path: 'a', offset: 3 })
  t.true((long.cut?.bytes ?? 0) > 9e11)
  t.true(long.content.startsWith('     3\tyyy'))
})

test('eight reads run beside each other', async (t) => {
  const { run, put } = toolBench(t)
  const names = Array.from({ length: 8 }, (_, index) => `f${index}`)
  for (const name of names) put(`work/${name}`, name)
  const results = await Promise.all(names.map((path) => run('Read', { path })))
  t.deepEqual(
    results.map((result) => result.content),
    names.map((name) => `     1\t${name}`),
  )
})
