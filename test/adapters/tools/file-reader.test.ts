import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { fileReader } from '../../../adapters/tools/file-reader.js'
import { limits } from '../../../domain/limits.js'
import { folderScope } from '../../../domain/scope/scope.js'
import { toolBench } from '../../support/tool-bench.js'

const reader = (t: ExecutionContext) => {
  const bench = toolBench(t)
  return { ...bench, ...fileReader({ cwd: bench.work, scope: folderScope(bench.work) }) }
}

test('a file of the session folder is read as it is', async (t) => {
  const { read, put, work } = reader(t)
  put('work/sub/a', 'one\r\n\u2028あ')
  const expected = { ok: true, content: 'one\r\n\u2028あ', truncated: false } as const
  t.deepEqual(await read('sub/a'), expected)
  t.deepEqual(await read(join(work, 'sub/a')), expected)
  put('work/empty', '')
  t.deepEqual(await read('empty'), { ok: true, content: '', truncated: false })
})

test('a long file is cut between two characters', async (t) => {
  const { read, put } = reader(t)
  for (let lead = 0; lead < 4; lead += 1) {
    put('work/a', 'x'.repeat(lead) + '😀'.repeat(limits.fileRefBytesMax / 4 + 1))
    const file = await read('a')
    t.true(file.ok && file.truncated && /^x*(😀)+$/u.test(file.content))
    const size = file.ok ? Buffer.byteLength(file.content) : 0
    t.true(size <= limits.fileRefBytesMax && size > limits.fileRefBytesMax - 4)
  }
  put('work/b', 'x'.repeat(limits.fileRefBytesMax))
  const whole = await read('b')
  t.true(whole.ok && !whole.truncated)
})

test('what cannot be read is a sentence', async (t) => {
  const { read, put, root, work } = reader(t)
  put('out/a', 'secret')
  put('work/binary', Buffer.from([1, 0, 2]))
  symlinkSync(join(root, 'out/a'), join(work, 'link'))
  execFileSync('mkfifo', [join(work, 'fifo')])
  for (const [path, sentence] of [
    ['none', /^@none does not exist: correct the name, or leave the @ out\.$/],
    ['no ne/x', /^@"no ne\/x" does not exist: /],
    ['link', /No permission to read/],
    ['../out/a', /No permission to read/],
    ['fifo', /^@fifo is neither a file nor a folder: leave the @ out\.$/],
    ['binary', /^@binary is a binary file: leave the @ out/],
    ['binary/x', /binary\/x" lies below something that is not a folder/],
    ['', /no name of a file: leave the @ out/],
    ['a\0b', /no name of a file: leave the @ out/],
  ] as const) {
    const file = await read(path)
    t.true(!file.ok && sentence.test(file.message), path)
  }
})

test('a folder gives the names in it, without what git ignores or the scope hides', async (t) => {
  const { work, put } = toolBench(t)
  const deny = [{ target: join(work, 'sub/secret'), permission: 'read', recursive: true }] as const
  const { read } = fileReader({ cwd: work, scope: { ...folderScope(work), deny } })
  for (const path of ['b.txt', 'あ', 'deep/x', 'secret/key', 'out.log', 'two\nlines', '.git/HEAD'])
    put(`work/sub/${path}`, '')
  put('work/sub/.gitignore', '*.log\n')
  const expected = ['"two\\nlines"', '.gitignore', 'b.txt', 'deep/', 'あ'].join('\n')
  t.deepEqual(await read('sub/'), { ok: true, content: expected, truncated: false })
  t.deepEqual(await read('sub'), { ok: true, content: expected, truncated: false })
  t.deepEqual(await read('sub/deep'), { ok: true, content: 'x', truncated: false })
})

test('an empty folder is said, and of a large one the first names are given', async (t) => {
  const { read, put, work } = reader(t)
  mkdirSync(join(work, 'empty'))
  t.deepEqual(await read('empty'), { ok: true, content: '[nothing]', truncated: false })
  const most = limits.folderRefEntriesMax
  for (let n = 0; n < most; n += 1) put(`work/big/f${String(n).padStart(5, '0')}`, '')
  const whole = await read('big')
  t.true(whole.ok && !whole.truncated && whole.content.split('\n').length === most)
  put('work/big/z', '')
  const cut = await read('big')
  t.true(cut.ok && cut.truncated && cut.content.split('\n').length === most)
  t.true(cut.ok && !cut.content.includes('z'))
})

test('a file that this user may not open is a sentence; root may open all', async (t) => {
  const { read, put } = reader(t)
  chmodSync(put('work/a', 'x'), 0)
  const file = await read('a')
  t.is(file.ok, process.getuid?.() === 0)
  if (!file.ok) t.regex(file.message, /may not be opened/)
})
