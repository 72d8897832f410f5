import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { listFiles } from '../../../adapters/tools/list-files.js'
import { folderScope, type Scope } from '../../../domain/scope/scope.js'
import { tempHome } from '../../support/temp-home.js'

const never = new AbortController().signal

const planted = async (t: ExecutionContext, ...paths: ReadonlyArray<string>): Promise<string> => {
  const folder = await tempHome(t)
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), '')
  }
  return folder
}

const listed = async (path: string, scope: Scope = folderScope(path)) =>
  (await listFiles({ path, scope }, never)).paths

test('files come in the order of their paths, hidden ones too, whatever is in their names', async (t) => {
  const names = ['b.txt', 'a/日本語.md', '.env', 'a b/c d', 'x\x1b[31m', 'new\nline']
  const folder = await planted(t, ...names)
  t.deepEqual((await listed(folder)).toSorted(), names.toSorted())
})

test('what git ignores is left out, with and without a repository, and .git always', async (t) => {
  const folder = await planted(t, 'a.txt', 'node_modules/x.js', 'sub/b.log', '.git/config')
  await writeFile(join(folder, '.gitignore'), 'node_modules\n*.log\n')
  t.deepEqual(await listed(folder), ['.gitignore', 'a.txt'])
  t.deepEqual(await listed(join(folder, 'sub')), [])
})

test('only what the scope lets be read is listed', async (t) => {
  const folder = await planted(t, 'a.txt', 'secret/key', 'deep/b.txt')
  const { allow } = folderScope(folder)
  const deny = [{ target: join(folder, 'secret'), permission: 'read', recursive: true } as const]
  t.deepEqual(await listed(folder, { allow, deny }), ['a.txt', 'deep/b.txt'])
  t.deepEqual(await listed(folder, { allow: [], deny: [] }), [])
  const top = [{ target: folder, permission: 'read', recursive: false } as const]
  t.deepEqual(await listed(folder, { allow: top, deny: [] }), ['a.txt'])
})

test('a folder that is reached by a link is listed as the one that it is', async (t) => {
  const folder = await planted(t, 'real/a.txt')
  await symlink(join(folder, 'real'), join(folder, 'link'))
  t.deepEqual(await listed(join(folder, 'link'), folderScope(join(folder, 'real'))), ['a.txt'])
})

test('a name that is no UTF-8 is left out', async (t) => {
  const folder = await planted(t, 'a.txt')
  await writeFile(Buffer.from(`${folder}/\xff`, 'latin1'), '')
  t.deepEqual(await listed(folder), ['a.txt'])
})

test('a folder of many files gives the first of them and says that there are more', async (t) => {
  const folder = await planted(t, 'c', 'a/z', 'b', 'a/y', 'd')
  const most = { files: 3, ms: 600_000 }
  t.deepEqual(await listFiles({ path: folder, scope: folderScope(folder) }, never, most), {
    paths: ['a/y', 'a/z', 'b'],
    cut: 'many',
  })
  const all = await listFiles({ path: folder, scope: folderScope(folder) }, never, {
    ...most,
    files: 5,
  })
  t.deepEqual([all.paths.length, all.cut], [5, undefined])
})

test('a listing that takes too long says so', async (t) => {
  const folder = await planted(t, 'a')
  const most = { files: 3, ms: 0 }
  t.is((await listFiles({ path: folder, scope: folderScope(folder) }, never, most)).cut, 'late')
})

test('a folder that is gone is said in a sentence', async (t) => {
  const gone = join(await tempHome(t), 'gone')
  await t.throwsAsync(listFiles({ path: gone, scope: folderScope(gone) }, never), {
    message: /gone" does not exist/,
  })
})

test('a listing that nobody waits for ends', async (t) => {
  const folder = await planted(t, 'a.txt')
  const scope = folderScope(folder)
  const given = await listFiles({ path: folder, scope }, AbortSignal.abort())
  t.true(given.paths.length <= 1)
})
