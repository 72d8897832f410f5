import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { openPlace } from '../../../adapters/tools/open-place.js'
import { replaceFile } from '../../../adapters/tools/replace-file.js'
import type { Rule } from '../../../domain/scope/rule.js'
import { hostileTexts, tempFolder, toolBench } from '../../support/tool-bench.js'

const calls = (path: string): ReadonlyArray<readonly [string, object]> => [
  ['Read', { path }],
  ['Write', { path, content: 'x' }],
  ['Edit', { path, old_string: 'secret', new_string: 'x' }],
  ['Grep', { path, pattern: 'secret' }],
  ['Glob', { path, pattern: '**/*' }],
]

const rule = (permission: 'read' | 'write', target: string): Rule => ({
  target,
  permission,
  recursive: true,
})

for (const [title, path] of [
  ['an absolute path', (root: string) => join(root, 'out/a.txt')],
  ['a path that climbs out', () => '../out/a.txt'],
  ['a path that climbs out through a folder that is not there', () => 'none/../../out/a.txt'],
  ['a link to a file', () => 'file-link'],
  ['a way through a link to a folder', () => 'folder-link/a.txt'],
  ['a way through two links', () => 'second/a.txt'],
  ['a file that would be made behind a link', () => 'folder-link/new/b.txt'],
] as const) {
  test(`outside the scope every file tool is denied: ${title}`, async (t) => {
    const { root, work, run, put } = toolBench(t)
    put('out/a.txt', 'secret')
    symlinkSync(join(root, 'out/a.txt'), join(work, 'file-link'))
    symlinkSync('../out', join(work, 'folder-link'))
    symlinkSync('folder-link', join(work, 'second'))
    for (const [name, input] of calls(path(root))) {
      const result = await run(name, input)
      t.is(result.outcome, 'denied', name)
      t.regex(result.content, /No permission to (read|write) ".*\/out\/.*": it lies outside/)
      t.true(result.content.includes(`write ${work}`))
    }
    t.deepEqual(readdirSync(join(root, 'out')), ['a.txt'])
    t.is(readFileSync(join(root, 'out/a.txt'), 'utf8'), 'secret')
  })
}

test('a relative path starts at the session folder', async (t) => {
  const { run, put } = toolBench(t)
  put('work/sub/a.txt', 'here')
  t.is((await run('Read', { path: 'sub/a.txt' })).content, '     1\there')
  t.is((await run('Read', { path: './sub/../sub/a.txt' })).content, '     1\there')
})

test('a session folder that is a link works, and a link within it is followed', async (t) => {
  const { work, put, run } = toolBench(t, (root) => {
    symlinkSync('work', join(root, 'link'))
    const cwd = join(root, 'link')
    return { cwd, scope: { allow: [rule('write', cwd)], deny: [] } }
  })
  put('work/a.txt', 'one')
  symlinkSync('a.txt', join(work, 'inner'))
  t.is((await run('Read', { path: 'inner' })).outcome, 'ok')
  t.is((await run('Write', { path: 'inner', content: 'two' })).outcome, 'ok')
  t.is(readFileSync(join(work, 'a.txt'), 'utf8'), 'two')
  t.is((await run('Glob', { pattern: '*' })).content, 'a.txt')
  t.is((await run('Grep', { pattern: 'two' })).content, 'a.txt:1:two')
})

test('a link to nothing is said to be one, and nothing is made behind it', async (t) => {
  const { root, work, run } = toolBench(t)
  symlinkSync(join(root, 'nowhere'), join(work, 'dangling'))
  for (const [name, input] of calls('dangling')) {
    const result = await run(name, input)
    t.is(result.outcome, 'failed', name)
    t.regex(result.content, /dangling" is a link to something that does not exist/)
  }
  t.deepEqual(readdirSync(root).toSorted(), ['work'])
})

test('links that go in a circle are a sentence', async (t) => {
  const { work, run } = toolBench(t)
  symlinkSync('b', join(work, 'a'))
  symlinkSync('a', join(work, 'b'))
  const result = await run('Read', { path: 'a' })
  t.is(result.outcome, 'failed')
  t.regex(result.content, /ELOOP/)
})

test('a deny holds for the path as written and for where a link leads', async (t) => {
  const { work, put, run } = toolBench(t, (root) => ({
    scope: {
      allow: [rule('write', join(root, 'work'))],
      deny: [rule('read', join(root, 'work/secret')), rule('write', join(root, 'work/fixed'))],
    },
  }))
  put('work/secret/k', 'secret')
  put('work/fixed', 'secret')
  put('work/open', 'open')
  symlinkSync('secret/k', join(work, 'way'))
  for (const [name, input] of [...calls('secret/k'), ...calls('way')])
    t.is((await run(name, input)).outcome, 'denied', name)
  t.is((await run('Read', { path: 'fixed' })).outcome, 'ok')
  t.is((await run('Edit', { path: 'fixed', old_string: 's', new_string: '' })).outcome, 'denied')
  // When the denied folder is turned into a link to something allowed, its name stays denied.
  renameSync(join(work, 'secret'), join(work, 'moved'))
  symlinkSync('open', join(work, 'secret'))
  t.is((await run('Read', { path: 'secret' })).outcome, 'denied')
})

test('a deny of a link holds for where it led, and for its name ever after', async (t) => {
  const { work, put, run } = toolBench(t, (root) => {
    mkdirSync(join(root, 'work/secret'), { recursive: true })
    symlinkSync('secret', join(root, 'work/way'))
    const deny = [rule('read', join(root, 'work/way'))]
    return { scope: { allow: [rule('write', join(root, 'work'))], deny } }
  })
  put('work/secret/k', 'secret')
  put('work/open', 'open')
  for (const [name, input] of [...calls('secret/k'), ...calls('way/k')])
    t.is((await run(name, input)).outcome, 'denied', name)
  rmSync(join(work, 'way'))
  symlinkSync('open', join(work, 'way'))
  t.is((await run('Read', { path: 'way' })).outcome, 'denied')
  t.is((await run('Read', { path: 'open' })).outcome, 'ok')
})

test('a search leaves out what a deny takes', async (t) => {
  const { put, run } = toolBench(t, (root) => ({
    scope: {
      allow: [rule('write', join(root, 'work'))],
      deny: [rule('read', join(root, 'work/secret'))],
    },
  }))
  put('work/secret/k.txt', 'needle')
  put('work/open.txt', 'needle')
  t.is((await run('Grep', { pattern: 'needle' })).content, 'open.txt:1:needle')
  t.is((await run('Glob', { pattern: '**/*' })).content, 'open.txt')
})

test('a rule that is not recursive shows a search its folder only', async (t) => {
  const { put, run } = toolBench(t, (root) => ({
    scope: {
      allow: [{ target: join(root, 'work'), permission: 'read', recursive: false }],
      deny: [],
    },
  }))
  put('work/a.txt', 'needle')
  put('work/deep/b.txt', 'needle')
  t.is((await run('Grep', { pattern: 'needle' })).content, 'a.txt:1:needle')
  t.is((await run('Glob', { pattern: '**' })).content, 'a.txt')
  t.is((await run('Read', { path: 'deep/b.txt' })).outcome, 'denied')
})

test('a FIFO, a socket and a device are refused at once', async (t) => {
  const { work, run } = toolBench(t, (root) => ({
    scope: { allow: [rule('write', join(root, 'work')), rule('write', '/dev')], deny: [] },
  }))
  execFileSync('mkfifo', [join(work, 'fifo')])
  const server = createServer().listen(join(work, 'sock'))
  t.teardown(() => server.close())
  for (const [path, kind] of [
    ['fifo', 'a FIFO'],
    ['sock', 'a socket'],
    ['/dev/zero', 'a device'],
  ] as const) {
    for (const [name, input] of calls(path)) {
      const result = await run(name, input)
      t.is(result.outcome, 'failed', `${name} ${path}`)
      if (!['Glob', 'Grep'].includes(name))
        t.true(result.content.includes(`is ${kind}, not a file`))
    }
  }
})

test('a FIFO among the files stops no search, not even as .gitignore of Glob', async (t) => {
  const { work, put, run } = toolBench(t)
  execFileSync('mkfifo', [join(work, 'fifo')])
  put('work/a.txt', 'needle')
  t.is((await run('Grep', { pattern: 'needle' })).content, 'a.txt:1:needle')
  execFileSync('mkfifo', [join(work, '.gitignore')])
  t.is((await run('Glob', { pattern: '*' })).content, 'a.txt')
})

test('a folder named as a file is a sentence that names Glob', async (t) => {
  const { run } = toolBench(t)
  t.regex((await run('Read', { path: '.' })).content, /is a folder, not a file\. Use Glob/)
  t.is((await run('Write', { path: '.', content: '' })).outcome, 'failed')
})

test('a file swapped for a link between check and opening is not opened', async (t) => {
  const root = tempFolder(t)
  mkdirSync(join(root, 'in'))
  mkdirSync(join(root, 'out'))
  await replaceFile(join(root, 'out/a'), Buffer.from('secret'), undefined)
  symlinkSync(join(root, 'out/a'), join(root, 'in/a'))
  symlinkSync(join(root, 'out'), join(root, 'in/sub'))
  const swappedFile = await openPlace({ shown: 'a', real: join(root, 'in/a') })
  t.true(E.isLeft(swappedFile) && swappedFile.left.content.includes('is a link'))
  const swappedFolder = await openPlace({ shown: 'sub/a', real: join(root, 'in/sub/a') })
  t.true(E.isLeft(swappedFolder) && swappedFolder.left.outcome === 'denied')
})

test('a folder swapped for a link between check and writing takes nothing outside', async (t) => {
  const root = tempFolder(t)
  mkdirSync(join(root, 'in'))
  mkdirSync(join(root, 'out'))
  symlinkSync(join(root, 'out'), join(root, 'in/sub'))
  for (const path of ['in/sub/a', 'in/sub/deep/a'])
    await t.throwsAsync(() => replaceFile(join(root, path), Buffer.from('x'), undefined))
  t.deepEqual(readdirSync(join(root, 'out')), [])
})

test('folders on the way to a new file are made only within the scope', async (t) => {
  const { root, run } = toolBench(t, (root) => ({
    scope: { allow: [rule('write', join(root, 'far/away'))], deny: [] },
  }))
  const result = await run('Write', { path: join(root, 'far/away/a'), content: '' })
  t.is(result.outcome, 'denied')
  t.false(readdirSync(root).includes('far'))
  mkdirSync(join(root, 'far'))
  t.is((await run('Write', { path: join(root, 'far/away/b/a'), content: '' })).outcome, 'ok')
})

for (const text of [...hostileTexts, 'a\nb']) {
  test(`a hostile name is shown as a JSON string: ${JSON.stringify(text)}`, async (t) => {
    const { put, run, work } = toolBench(t)
    put(`work/${text}.txt`, 'needle')
    const needsQuotes = /[\p{Cc}\u2028\u2029"]/u.test(text)
    const shown = needsQuotes ? JSON.stringify(`${text}.txt`) : `${text}.txt`
    t.is((await run('Read', { path: `${text}.txt` })).outcome, 'ok')
    t.is((await run('Glob', { pattern: '*.txt' })).content, shown)
    t.is((await run('Grep', { pattern: 'needle' })).content, `${shown}:1:needle`)
    const missing = await run('Read', { path: `${text}.no` })
    t.is(missing.content, `${JSON.stringify(join(work, `${text}.no`))} does not exist (ENOENT).`)
  })
}

test('names that no file can have are sentences', async (t) => {
  const { put, run } = toolBench(t)
  put('work/a', '')
  t.regex((await run('Read', { path: 'x'.repeat(300) })).content, /name that is too long/)
  t.regex((await run('Read', { path: 'a/b' })).content, /lies below something that is not a folder/)
  t.regex((await run('Read', { path: 'a\0b' })).content, /without NUL/)
})
