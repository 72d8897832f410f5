import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { limits } from '../../../domain/limits.js'
import { eventually } from '../../support/eventually.js'
import { commandsWith } from '../../support/processes.js'
import { startFixture } from '../../support/run-fixture.js'
import { toolBench } from '../../support/tool-bench.js'

test('Glob lists files in the order of their paths, hidden ones too', async (t) => {
  const { run, put } = toolBench(t)
  for (const name of ['b.ts', 'a.ts', 'src/z.ts', 'src/.hidden.ts', 'src/x.js', '.git/x.ts'])
    put(`work/${name}`, '')
  const result = await run('Glob', { pattern: '**/*.ts' })
  t.like(result, { outcome: 'ok', summary: '4 files' })
  t.is(result.content, 'a.ts\nb.ts\nsrc/.hidden.ts\nsrc/z.ts')
  t.is(
    (await run('Glob', { pattern: '*.{ts,js}', path: 'src' })).content,
    'src/.hidden.ts\nsrc/x.js\nsrc/z.ts',
  )
  t.like(await run('Glob', { pattern: '*.go' }), {
    outcome: 'ok',
    summary: '0 files',
    content: '[No file matches.]',
  })
})

test('Glob lists folders too, with a slash, when its pattern stays on its level', async (t) => {
  const { run, put, work } = toolBench(t)
  for (const name of ['b.ts', 'src/z.ts', 'src/deep/y.ts', '.git/x', 'out/o', '.gitignore'])
    put(`work/${name}`, name === '.gitignore' ? 'out/\n' : '')
  mkdirSync(join(work, 'a\nb'))
  const all = await run('Glob', { pattern: '*' })
  t.like(all, { outcome: 'ok', summary: '2 files, 2 folders' })
  t.is(all.content, '.gitignore\n"a\\nb"/\nb.ts\nsrc/')
  const below = await run('Glob', { pattern: '*', path: 'src' })
  t.like(below, { summary: '1 file, 1 folder', content: 'src/deep/\nsrc/z.ts' })
  t.is((await run('Glob', { pattern: 's*' })).summary, '1 folder')
  t.is(
    (await run('Glob', { pattern: '**/*' })).content,
    '.gitignore\nb.ts\nsrc/deep/y.ts\nsrc/z.ts',
  )
  t.is((await run('Glob', { pattern: '.' })).content, '[No file matches.]')
})

test('Glob leaves out what git ignores, the nearest rule deciding', async (t) => {
  const { run, put } = toolBench(t)
  put('work/.gitignore', 'node_modules/\n*.log\n/top\n')
  put('work/sub/.gitignore', '!keep.log\nlocal\n')
  for (const name of [
    'node_modules/m/a',
    'sub/node_modules/b',
    'x.log',
    'top',
    'sub/top',
    'sub/keep.log',
    'sub/other.log',
    'sub/local',
    'local',
  ])
    put(`work/${name}`, '')
  const { content } = await run('Glob', { pattern: '**/*' })
  t.deepEqual(content.split('\n'), [
    '.gitignore',
    'local',
    'sub/.gitignore',
    'sub/keep.log',
    'sub/top',
  ])
  const deeper = await run('Glob', { pattern: '*', path: 'sub' })
  t.deepEqual(deeper.content.split('\n'), ['sub/.gitignore', 'sub/keep.log', 'sub/top'])
  t.is((await run('Glob', { pattern: '**', path: 'node_modules/m' })).content, 'node_modules/m/a')
})

test('Glob starts behind no link and stays below its path', async (t) => {
  const { run, put, root, work } = toolBench(t)
  put('out/secret.txt', '')
  put('work/in/a.txt', '')
  symlinkSync(join(root, 'out'), join(work, 'link'))
  symlinkSync('in', join(work, 'inner'))
  for (const pattern of ['link/*', 'link/secret.txt', '*/secret.txt', 'inner/*'])
    t.is((await run('Glob', { pattern })).content, '[No file matches.]', pattern)
  for (const pattern of ['../out/*', '/etc/*', 'in/../../out/*', '{../out,in}/*']) {
    const result = await run('Glob', { pattern })
    t.is(result.outcome, 'failed', pattern)
    t.regex(result.content, /stays below it/)
  }
  t.regex((await run('Glob', { pattern: '*', path: 'in/a.txt' })).content, /is not a folder/)
})

test('Glob says of a folder that may not be listed that it may not, never that it is empty', async (t) => {
  const { root, work, put } = toolBench(t)
  put('work/a.ts', '')
  put('work/shut/b.ts', '')
  mkdirSync(join(work, 'open'))
  for (const folder of [root, work, join(work, 'open')]) chmodSync(folder, 0o755)
  chmodSync(join(work, 'shut'), 0o300)
  t.teardown(() => chmodSync(join(work, 'shut'), 0o700))
  const asOther = startFixture(t, 'glob-without-rights', [work, 'shut', '.', 'open'])
  const shut = JSON.parse(await asOther.line())
  t.is(shut.outcome, 'failed')
  t.regex(shut.content, /shut" may not be opened by the user that yoi runs as \(EACCES\)/)
  const all = JSON.parse(await asOther.line())
  t.is(all.summary, '1 file, 1 folder closed')
  t.regex(all.content, /^a\.ts\n\[1 folder may not be listed by the user/)
  t.is(JSON.parse(await asOther.line()).content, '[No file matches.]')
})

test('Glob says how many files there are when it cannot show all', async (t) => {
  const { run, put } = toolBench(t, { outputBytesMax: () => 500 })
  for (let index = 0; index < 60; index += 1) put(`work/file-${index}`, '')
  const result = await run('Glob', { pattern: '*' })
  t.is(result.summary, '60 files')
  t.true((result.cut?.bytes ?? 0) > 0)
  t.regex(result.content, /\n\[\d+ of 60 files are shown\. Narrow the pattern/)
  t.true(Buffer.byteLength(result.content) <= 500)
})

test('Grep shows matches by file and line', async (t) => {
  const { run, put } = toolBench(t)
  put('work/b.txt', 'needle\nhay\nNeedle\n')
  put('work/a.txt', 'hay\nneedle')
  const result = await run('Grep', { pattern: 'needle' })
  t.like(result, { outcome: 'ok', summary: '2 matches in 2 files' })
  t.is(result.content, 'a.txt:2:needle\nb.txt:1:needle')
  const all = await run('Grep', { pattern: 'needle', case_insensitive: true, path: 'b.txt' })
  t.is(all.content, 'b.txt:1:needle\nb.txt:3:Needle')
  t.like(await run('Grep', { pattern: 'nothing' }), {
    outcome: 'ok',
    summary: '0 matches in 0 files',
    content: '[Nothing matches.]',
  })
})

test('Grep shows context, with a mark between places', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a.txt', '1\n2\nx\n4\n5\n6\n7\n8\nx\n')
  put('work/b.txt', 'x\n')
  t.is(
    (await run('Grep', { pattern: 'x', context: 1 })).content,
    'a.txt-2-2\na.txt:3:x\na.txt-4-4\n--\na.txt-8-8\na.txt:9:x\n--\nb.txt:1:x',
  )
})

test('Grep gives names only, or counts, and takes a glob', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a.txt', 'x\nx\n')
  put('work/b.md', 'x\n')
  t.is((await run('Grep', { pattern: 'x', output_mode: 'files' })).content, 'a.txt\nb.md')
  t.is((await run('Grep', { pattern: 'x', output_mode: 'count' })).content, 'a.txt:2\nb.md:1')
  t.is((await run('Grep', { pattern: 'x', glob: '*.md' })).content, 'b.md:1:x')
  const limited = await run('Grep', { pattern: 'x', output_mode: 'files', limit: 1 })
  t.is(limited.content, 'a.txt\n[There are more; raise limit or narrow the search.]')
})

test('Grep ends at its limit and says so', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a.txt', 'x\n'.repeat(50))
  const result = await run('Grep', { pattern: 'x', limit: 3 })
  t.is(
    result.content,
    'a.txt:1:x\na.txt:2:x\na.txt:3:x\n[There are more; raise limit or narrow the search.]',
  )
  t.is(result.summary, '3 matches in 1 file')
})

test('Grep keeps the limit of output and says how much is left out', async (t) => {
  const { run, put } = toolBench(t, { outputBytesMax: () => 1000 })
  put('work/a.txt', 'some x here\n'.repeat(100))
  const { content, cut } = await run('Grep', { pattern: 'x', limit: 100 })
  const lines = content.split('\n').slice(0, -1)
  const all = Array.from({ length: 100 }, (_, index) => `a.txt:${index + 1}:some x here\n`)
  t.is(cut?.bytes, all.slice(lines.length).join('').length)
  t.true(content.includes(`[${cut?.bytes} bytes of results are left out.`))
  t.true(Buffer.byteLength(content) <= 1000)
})

test('Grep cuts a long line around its match, between two characters', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a.txt', `${'あ'.repeat(5000)}needle${'い'.repeat(5000)}\n`)
  const { content } = await run('Grep', { pattern: 'needle' })
  t.regex(content, /^a\.txt:1:…あ+needleい+… \[30006 bytes\]$/)
  t.true(Buffer.byteLength(content) <= limits.grepShownBytesMax + 60)
})

test('Grep goes on past a line that no memory should hold', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a.txt', `x${'y'.repeat(2 * limits.grepLineBytesMax)}\nx\n`)
  t.is(
    (await run('Grep', { pattern: 'x' })).content,
    `a.txt:2:x\n[Found lines above ${limits.grepLineBytesMax} bytes, left out: 1.]`,
  )
})

test('Grep shows foreign bytes as U+FFFD and leaves out binary files and .git', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a.txt', Buffer.from('x\xff\n', 'latin1'))
  put('work/b.bin', Buffer.from([0, 0x78, 10, 0]))
  put('work/.git/config', 'x')
  put('work/.hidden', 'x')
  put('work/.gitignore', 'skipped\n')
  put('work/skipped', 'x')
  t.is((await run('Grep', { pattern: 'x' })).content, '.hidden:1:x\na.txt:1:x\uFFFD')
})

test('Grep takes a pattern as a pattern, whatever it begins with', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a.txt', '--files\n-e\n')
  t.is((await run('Grep', { pattern: '--files' })).content, 'a.txt:1:--files')
  t.is((await run('Grep', { pattern: '^-e$' })).content, 'a.txt:2:-e')
  const bad = await run('Grep', { pattern: '(' })
  t.is(bad.outcome, 'failed')
  t.regex(bad.content, /regex parse error/)
  t.is((await run('Grep', { pattern: 'x', glob: '[' })).outcome, 'failed')
})

test('Grep reads no configuration of ripgrep and starts behind no link', async (t) => {
  const { run, put, root, work } = toolBench(t, (root) => ({
    env: { RIPGREP_CONFIG_PATH: join(root, 'rc') },
  }))
  put('rc', '--follow\n')
  put('out/a.txt', 'needle')
  symlinkSync(join(root, 'out'), join(work, 'link'))
  t.is((await run('Grep', { pattern: 'needle' })).content, '[Nothing matches.]')
})

test('Grep that is interrupted ends at once and says that it is not all', async (t) => {
  const { run, work } = toolBench(t)
  // ripgrep waits for ever to read such a file.
  execFileSync('mkfifo', [join(work, '.gitignore')])
  const controller = new AbortController()
  const running = run('Grep', { pattern: 'x' }, { signal: controller.signal })
  await eventually(() => commandsWith(work).length > 0)
  controller.abort()
  t.like(await running, { outcome: 'interrupted', content: '[Interrupted: this is not all.]' })
  t.deepEqual(commandsWith(work), [])
})
