import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { fcOptions } from '../../support/rounds.js'
import { toolBench } from '../../support/tool-bench.js'

const edit = (old_string: string, new_string: string, more: object = {}) => ({
  path: 'a',
  old_string,
  new_string,
  ...more,
})

test('an edit replaces the one place and shows the difference', async (t) => {
  const { run, put } = toolBench(t)
  const path = put('work/a', 'one\ntwo\nthree\n')
  await run('Read', { path: 'a' })
  const result = await run('Edit', edit('two', 'zwei\nzwo'))
  t.like(result, { outcome: 'ok', summary: '1 change' })
  t.is(
    result.content,
    `Changed ${JSON.stringify(path)} in one place.\n@@ -1,3 +1,4 @@\n one\n-two\n+zwei\n+zwo\n three`,
  )
  t.is(readFileSync(path, 'utf8'), 'one\nzwei\nzwo\nthree\n')
})

test('a file that was not read, or has changed since, is not touched', async (t) => {
  const { run, put } = toolBench(t)
  const path = put('work/a', 'one')
  for (const [name, input] of [
    ['Edit', edit('one', 'two')],
    ['Write', { path: 'a', content: 'two' }],
  ] as const) {
    const unread = await run(name, input)
    t.is(unread.outcome, 'failed')
    t.regex(unread.content, /exists and has not been read\. Read it first/)
  }
  await run('Read', { path: 'a' })
  writeFileSync(path, 'one!')
  for (const [name, input] of [
    ['Edit', edit('one', 'two')],
    ['Write', { path: 'a', content: 'two' }],
  ] as const)
    t.regex((await run(name, input)).content, /has changed since it was read\. Read it again/)
  t.is(readFileSync(path, 'utf8'), 'one!')
  // The same bytes count as unchanged, whatever the times of the file say.
  writeFileSync(path, 'one')
  t.is((await run('Edit', edit('one', 'two'))).outcome, 'ok')
})

test('what a change wrote counts as read, and reading a part counts as reading', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a', 'one\ntwo\n')
  await run('Read', { path: 'a', offset: 2, limit: 1 })
  t.is((await run('Edit', edit('one', 'two'))).outcome, 'ok')
  t.is((await run('Write', { path: 'a', content: 'three' })).outcome, 'ok')
  t.is((await run('Edit', edit('three', 'four'))).outcome, 'ok')
})

test('a text that does not occur, or more than once, is a sentence with the count', async (t) => {
  const { run, put } = toolBench(t)
  const path = put('work/a', 'x x x')
  await run('Read', { path: 'a' })
  t.regex((await run('Edit', edit('y', 'z'))).content, /does not occur in ".*a"/)
  t.regex((await run('Edit', edit('x', 'z'))).content, /occurs 3 times in .*replace_all/)
  t.regex((await run('Edit', edit('x', 'x'))).content, /are the same/)
  t.regex((await run('Edit', edit('', 'x'))).content, /not empty/)
  t.is(readFileSync(path, 'utf8'), 'x x x')
  const all = await run('Edit', edit('x', 'yy', { replace_all: true }))
  t.is(all.summary, '3 changes')
  t.is(readFileSync(path, 'utf8'), 'yy yy yy')
})

test('an edit of a file that is not there names Write', async (t) => {
  const { run } = toolBench(t)
  t.regex((await run('Edit', edit('a', 'b'))).content, /does not exist\. Use Write/)
})

test('replacing all is what splitting and joining gives, in files of any content', async (t) => {
  const { run, put } = toolBench(t)
  const unit = fc.constantFrom('a', 'b', 'あ', '\n', '$&', 'ab')
  const text = fc.array(unit, { maxLength: 20 }).map((units) => units.join(''))
  await fc.assert(
    fc.asyncProperty(text, unit, text, async (content, from, to) => {
      const path = put('work/a', content)
      await run('Read', { path: 'a' })
      const { outcome } = await run('Edit', edit(from, to, { replace_all: true }))
      const expected = from === to ? content : content.split(from).join(to)
      t.is(readFileSync(path, 'utf8'), expected)
      t.is(outcome, from === to || !content.includes(from) ? 'failed' : 'ok')
    }),
    fcOptions(1),
  )
})

test('CR LF stays CR LF, for Edit and for Write', async (t) => {
  const { run, put } = toolBench(t)
  const path = put('work/a', 'one\r\ntwo\r\n')
  await run('Read', { path: 'a' })
  await run('Edit', edit('one\ntwo', 'eins\nzwei'))
  t.is(readFileSync(path, 'utf8'), 'eins\r\nzwei\r\n')
  await run('Write', { path: 'a', content: 'x\ny\n' })
  t.is(readFileSync(path, 'utf8'), 'x\r\ny\r\n')
})

test('mixed line ends are left as they are', async (t) => {
  const { run, put } = toolBench(t)
  const path = put('work/a', 'one\r\ntwo\nthree\r\n')
  await run('Read', { path: 'a' })
  await run('Edit', edit('two\n', 'zwei\n'))
  t.is(readFileSync(path, 'utf8'), 'one\r\nzwei\nthree\r\n')
})

test('bytes that are no UTF-8 survive an edit beside them', async (t) => {
  const { run, put } = toolBench(t)
  const path = put('work/a', Buffer.from('\xff\xfe one \x80', 'latin1'))
  await run('Read', { path: 'a' })
  await run('Edit', edit('one', 'two'))
  t.deepEqual(readFileSync(path), Buffer.from('\xff\xfe two \x80', 'latin1'))
})

test('two edits of one file at once both land', async (t) => {
  const { run, put } = toolBench(t)
  const path = put('work/a', Array.from({ length: 20 }, (_, index) => `<${index}>`).join('\n'))
  await run('Read', { path: 'a' })
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => run('Edit', edit(`<${index}>`, `[${index}]`))),
  )
  t.true(results.every((result) => result.outcome === 'ok'))
  t.is(
    readFileSync(path, 'utf8'),
    Array.from({ length: 20 }, (_, index) => `[${index}]`).join('\n'),
  )
})

test('of two edits of the same place the second says why it does not land', async (t) => {
  const { run, put } = toolBench(t)
  const path = put('work/a', 'one')
  await run('Read', { path: 'a' })
  const [first, second] = await Promise.all([
    run('Edit', edit('one', 'two')),
    run('Edit', edit('one', 'three')),
  ])
  t.is(first?.outcome, 'ok')
  t.regex(second?.content ?? '', /does not occur/)
  t.is(readFileSync(path, 'utf8'), 'two')
})

test('calls of one reply that name one file do their work in the order of the calls', async (t) => {
  const { run, put } = toolBench(t)
  for (let round = 0; round < 20; round += 1) {
    const path = put(`work/a${round}`, 'one')
    const at = { path: `a${round}` }
    const results = await Promise.all([
      run('Read', at),
      run('Edit', { path, old_string: 'one', new_string: 'two' }),
      run('Write', { ...at, content: 'three' }),
      run('Edit', { ...at, old_string: 'three', new_string: 'four' }),
      run('Read', at),
    ])
    t.true(results.every(({ outcome }) => outcome === 'ok'))
    t.true(results[0]?.content.includes('one'))
    t.true(results[4]?.content.includes('four'))
    t.is(readFileSync(path, 'utf8'), 'four')
  }
})

test('Write makes a file and its folders, and replaces one that was read', async (t) => {
  const { run, work } = toolBench(t)
  const made = await run('Write', { path: 'x/y/a.txt', content: 'あ\n' })
  t.like(made, { outcome: 'ok', summary: 'new, 1 line, 4 bytes' })
  const again = await run('Write', { path: 'x/y/a.txt', content: 'い\n' })
  t.like(again, { outcome: 'ok', summary: '1 line, 4 bytes' })
  t.true(again.content.endsWith('@@ -1,1 +1,1 @@\n-あ\n+い'))
  t.regex((await run('Write', { path: 'x/y/a.txt', content: 'い\n' })).content, /Nothing is diff/)
  t.deepEqual(readdirSync(join(work, 'x/y')), ['a.txt'])
})

test('mode is kept, a second name of the file keeps the old content', async (t) => {
  const { run, put, work } = toolBench(t)
  const path = put('work/a', 'one')
  chmodSync(path, 0o754)
  linkSync(path, join(work, 'twin'))
  await run('Read', { path: 'a' })
  await run('Edit', edit('one', 'two'))
  t.is(statSync(path).mode & 0o7777, 0o754)
  t.is(readFileSync(join(work, 'twin'), 'utf8'), 'one')
})

test('a lone surrogate is written as U+FFFD', async (t) => {
  const { run, work } = toolBench(t)
  await run('Write', { path: 'a', content: 'x\ud800y' })
  t.is(readFileSync(join(work, 'a'), 'utf8'), 'x\uFFFDy')
})

test('a large change says how much of the difference is left out', async (t) => {
  const { run } = toolBench(t)
  const text = (word: string) => Array.from({ length: 3000 }, (_, i) => `${word} ${i}\n`).join('')
  await run('Write', { path: 'a', content: text('old') })
  const result = await run('Write', { path: 'a', content: text('new') })
  t.is(result.outcome, 'ok')
  t.true(Buffer.byteLength(result.content) < 5000)
  t.regex(result.content, /\[\d+ more bytes of the diff are left out\.\]|too large to be shown/)
})

test('a file that is too large for the tool is a sentence', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a', Buffer.alloc(33 * 1024 * 1024, 'x'))
  const result = await run('Write', { path: 'a', content: 'x' })
  t.regex(result.content, /files above 33554432 bytes are not changed by this tool/)
})

test('a write into a session folder that was deleted says so and does not bring it back', async (t) => {
  const { run, put } = toolBench(t)
  const folder = dirname(put('work/a', 'one'))
  rmSync(folder, { recursive: true })
  const result = await run('Write', { path: 'sub/b', content: 'two' })
  t.is(result.outcome, 'failed')
  t.is(result.content, `The session folder ${JSON.stringify(folder)} is gone (ENOENT).`)
  t.false(existsSync(folder))
})
